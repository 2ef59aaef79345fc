"""Builds the wheel of this folder, for `pip install` of it. It needs nothing but Python, so pip asks no index for a builder.

https://packaging.python.org/en/latest/specifications/binary-distribution-format/
"""

import base64
import hashlib
import re
import zipfile
from pathlib import Path

FOLDER = Path(__file__).parent


def build_wheel(
    wheel_directory: str, config_settings: object | None = None, metadata_directory: str | None = None
) -> str:
    """Writes the wheel into `wheel_directory`, and returns its name."""
    metadata = (FOLDER / "wheel/METADATA").read_text()
    release = "auction_service_client-" + re.findall("^Version: (.+)$", metadata, re.MULTILINE)[0]
    package = FOLDER / "auction_client"
    files = {f"auction_client/{file.name}": file.read_bytes() for file in [*package.glob("*.py"), package / "py.typed"]}
    for name in ("METADATA", "WHEEL"):
        files[f"{release}.dist-info/{name}"] = (FOLDER / "wheel" / name).read_bytes()
    record = [f"{name},sha256={_digest(data)},{len(data)}\n" for name, data in files.items()]
    files[f"{release}.dist-info/RECORD"] = "".join([*record, f"{release}.dist-info/RECORD,,\n"]).encode()
    name = f"{release}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            wheel.writestr(path, data)
    return name


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
