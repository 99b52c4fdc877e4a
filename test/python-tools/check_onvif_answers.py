"""Checks documents of the camera by the schemas of ONVIF, which stand in the folder that the argument names.

Standard input: a JSON array of documents. Standard output: the names of their messages, and what is wrong in them.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

from lxml import etree

SCHEMA = "{http://www.w3.org/2001/XMLSchema}"
SOAP = "{http://www.w3.org/2003/05/soap-envelope}"
WSDLS = (
    "ver10/device/wsdl/devicemgmt.wsdl",
    "ver10/deviceio.wsdl",
    "ver10/media/wsdl/media.wsdl",
    "ver20/media/wsdl/media.wsdl",
    "ver20/imaging/wsdl/imaging.wsdl",
    "ver20/ptz/wsdl/ptz.wsdl",
    "ver10/events/wsdl/event.wsdl",
    "ver20/analytics/wsdl/analytics.wsdl",
    "ver10/deviceio.wsdl",
)


def deterministic(text: str, name: str) -> str:
    """The published schemas are ambiguous to libxml2: wildcards for elements of the same namespace give way."""
    text = re.sub(r'<xs:any namespace="##targetNamespace"[^>]*/>', "", text)
    text = re.sub(r'(<xs:any )namespace="##any"([^>]*maxOccurs="unbounded")', r'\1namespace="##other"\2', text)
    if name == "metadatastream.xsd":
        text = re.sub(r'(?s)(name="EventStream">.*?)<xs:any [^>]*/>', r"\1", text, count=1)
    return text


def compiled(origin: Path, folder: Path) -> etree.XMLSchema:
    for part in ("ver10", "ver20", "schema"):
        shutil.copytree(origin / part, folder / part)
    schemas = folder / "ver10/schema"
    onvif = "http://www.onvif.org/ver10/schema"
    (schemas / "all.xsd").write_text(
        f'<xs:schema xmlns:xs="{SCHEMA[1:-1]}" targetNamespace="{onvif}" elementFormDefault="qualified">'
        '<xs:include schemaLocation="onvif.xsd"/><xs:include schemaLocation="metadatastream.xsd"/></xs:schema>'
    )
    for path in folder.rglob("*.xsd"):
        text = deterministic(path.read_text(encoding="utf-8"), path.name)
        if path.parent != schemas:
            text = re.sub(r"ver10/schema/(onvif|common|metadatastream)\.xsd", "ver10/schema/all.xsd", text)
        path.write_text(text, encoding="utf-8")
    parts = [f'<xs:import namespace="{onvif}" schemaLocation="ver10/schema/all.xsd"/>']
    for name in WSDLS:
        for index, schema in enumerate(etree.parse(folder / name).iter(f"{SCHEMA}schema")):
            path = (folder / name).with_suffix(f".{index}.xsd")
            text = etree.tostring(schema, encoding="unicode")
            text = re.sub(r"ver10/schema/(onvif|metadatastream)\.xsd", "ver10/schema/all.xsd", text)
            path.write_text(deterministic(text, path.name), encoding="utf-8")
            uri = schema.get("targetNamespace")
            parts.append(f'<xs:import namespace="{uri}" schemaLocation="{path.relative_to(folder)}"/>')
    parts.append(f'<xs:import namespace="{SOAP[1:-1]}" schemaLocation="schema/common/soap-envelope"/>')
    main = folder / "main.xsd"
    main.write_text(f'<xs:schema xmlns:xs="{SCHEMA[1:-1]}">{"".join(parts)}</xs:schema>')
    return etree.XMLSchema(etree.parse(main))


def checked(schema: etree.XMLSchema, text: str) -> tuple[str, set[str]]:
    """Name of the message, and what is wrong. An envelope takes any message, so it is looked at alone too."""
    root = etree.fromstring(text.encode())
    body = root.find(f"{SOAP}Body")
    message = root if body is None else body[0]
    name = etree.QName(message)
    found = set()
    for one in [root] if message.tag == f"{SOAP}Fault" else [root, message]:
        schema.validate(one)
        found |= {f"{name.localname}: {error.message}" for error in schema.error_log}
    return name.text, found


with tempfile.TemporaryDirectory() as temporary:
    schema = compiled(Path(sys.argv[1]), Path(temporary))
results = [checked(schema, text) for text in json.load(sys.stdin)]
names = sorted({name for name, _ in results})
print(json.dumps({"checked": names, "wrong": sorted(set().union(*(found for _, found in results)))}))
