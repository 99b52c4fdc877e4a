"""Whom to trust over HTTPS."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import ssl

from .errors import InvalidOption

_PIN = re.compile(r"sha256//[A-Za-z0-9+/]{43}=")


class WrongKey(ssl.SSLCertVerificationError):
    """The public key is not the pinned one."""


def tls_context(*, ca_file: str | os.PathLike[str] | None = None, pin: str | None = None) -> ssl.SSLContext:
    """
    A context for connections to a station: the authorities of the system, or those of a PEM file in their place, or one public
    key `sha256//<base64>`, as the station prints it, with any certificate. Raises InvalidOption.
    """
    if pin is None:
        context = _context_of(ca_file)
    elif ca_file is not None:
        raise InvalidOption("give ca_file or pin, not both")
    else:
        context = _pinning_context(pin)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _context_of(ca_file: str | os.PathLike[str] | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=None if ca_file is None else os.fspath(ca_file))
    except OSError as error:
        raise InvalidOption(f"ca_file cannot be used: {error}") from error


def _pinning_context(pin: str) -> ssl.SSLContext:
    if _PIN.fullmatch(pin) is None:
        raise InvalidOption(f"pin must be sha256//<44 characters of base64>, as the station prints it, got {pin!r}")

    class PinnedConnection(ssl.SSLObject):
        """Ends its handshake with an error unless the key is the right one, so that nothing is sent to anybody else."""

        def do_handshake(self) -> None:
            super().do_handshake()
            certificate = self.getpeercert(binary_form=True)
            found = "none" if certificate is None else pin_of(certificate)
            if found != pin:
                raise WrongKey(f"the station's key is {found}, expected {pin}")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.sslobject_class = PinnedConnection
    return context


def pin_of(certificate: bytes) -> str:
    """`sha256//<base64>` of the public key in a DER certificate (RFC 5280, RFC 7469)."""
    fields = _children(_children(certificate)[0])
    # The version is there, tagged 0, in every certificate since X.509 v3; then serial, signature, issuer, validity, subject.
    key = fields[6 if fields[0][0] == 0xA0 else 5]
    return f"sha256//{base64.b64encode(hashlib.sha256(key).digest()).decode()}"


def _children(der: bytes) -> list[bytes]:
    """The elements in the content of a DER element."""
    elements, at = [], 0
    content = der[_header_length(der) :]
    while at < len(content):
        length = _element_length(content[at:])
        elements.append(content[at : at + length])
        at += length
    return elements


def _header_length(der: bytes) -> int:
    return 2 + (der[1] & 0x7F if der[1] & 0x80 else 0)


def _element_length(der: bytes) -> int:
    header = _header_length(der)
    return header + (int.from_bytes(der[2:header], "big") if der[1] & 0x80 else der[1])
