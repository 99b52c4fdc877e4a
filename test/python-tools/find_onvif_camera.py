"""Prints the addresses of cameras that WSDiscovery finds."""

from wsdiscovery import QName
from wsdiscovery.discovery import ThreadedWSDiscovery

client = ThreadedWSDiscovery()
client.start()
found = client.searchServices(
    types=[QName("http://www.onvif.org/ver10/network/wsdl", "NetworkVideoTransmitter")], timeout=3
)
print("\n".join(address for service in found for address in service.getXAddrs()))
client.stop()
