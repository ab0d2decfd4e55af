"""What reads files that others made: every importer, models, backups and encoders."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import numpy as np

from teachback import formats
from teachback.classifier import TextClassifier
from teachback.encoders import open_encoder
from teachback.encoders.trial import try_out
from teachback.errors import TeachbackError
from teachback.formats.catalogue import FORMATS
from teachback.project import Project
from teachback.project.transfer.salvage import check, salvage
from teachback.record import Document, Label, Rationale, Word
from teachback.store import copy, create_store, open_store
from tests.encoders import made
from tests.fuzz.damage import damage_one_of, damaged, forged, forged_array

CLASSES = ("billing", "bug")
MODELS = Path(__file__).parents[1] / "kept" / "v1"
_MOMENT = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def rows() -> list[formats.Item]:
    """A few labelled texts with a passage in each."""
    texts = {f"m{number}": f"The app crashed {number} times, naïve as I am. 🙂" for number in range(6)}
    return [
        formats.Item(
            Document(id, text),
            (
                Label(id, CLASSES[at % 2], teacher="ines", time=_MOMENT),
                Rationale(id, CLASSES[at % 2], 4, 15, teacher="ines", time=_MOMENT),
            ),
        )
        for at, (id, text) in enumerate(texts.items())
    ]


def make_all(folder: Path) -> dict[str, Callable[[int, Path], None]]:
    """Write a sound file for every door, and answer what to do with a seed: damage the file and bring it in."""
    doors: dict[str, Callable[[int, Path], None]] = {}
    for format in FORMATS.values():
        if format.write is None or format.name in ("spacy", "sklearn"):
            continue
        path = folder / f"{format.name}{format.suffixes[0] if format.suffixes else ''}"
        formats.write(path, rows(), format=format.name, classes=CLASSES)
        doors[format.name] = _importer(path, format.name)
    for path in sorted(MODELS.glob("*.model")):
        doors[path.name] = _model(path)
        doors[f"{path.name}, unpacked"] = _unpacked_model(path)
        doors[f"{path.name}, forged"] = _forged_model(path)
    backup = folder / "backup.teachback"
    with Project.from_texts({item.document.id: item.document.text for item in rows()}, address=backup) as project:
        project.add_classes(*CLASSES)
        project.teach(Word("crashed", "bug"), *(Label(f"m{at}", CLASSES[at % 2]) for at in range(6)))
        project.learn()
        project.prefer(checks=0.1)
        project.write_guidelines("Money is billing.", version=0)
        project.add_rows(rows()[:1])
    doors["backup"], doors["salvage"] = _backup(backup), _salvage(backup)
    doors["settings"] = _settings(backup)
    doors |= {f"encoder, {path.name}": _encoder(path) for path in _encoders(folder)}
    return doors


def _encoders(folder: Path) -> list[Path]:
    """A file of word vectors, and the folders of an encoder of pieces and of one of whole texts."""
    return [made.glove(folder / "glove.txt"), made.model2vec(folder / "model2vec"), made.onnx_folder(folder / "onnx")]


def _importer(sound: Path, format: str) -> Callable[[int, Path], None]:
    def bring_in(seed: int, folder: Path) -> None:
        path = folder / sound.name
        if sound.is_dir():
            shutil.copytree(sound, path)
            damage_one_of(path, seed)
        else:
            path.write_bytes(damaged(sound.read_bytes(), seed))
        plan = formats.inspect(path, format=format)
        with Project.create() as project:
            project.add_rows(plan.read(unnamed=map(str, range(10**6)), leave_out=lambda problem: None))

    return bring_in


def _use(model: TextClassifier) -> None:
    """What a program does with a model that it has loaded."""
    list(model.classify(["The app crashed.", ""]))


def _model(sound: Path) -> Callable[[int, Path], None]:
    def load(seed: int, folder: Path) -> None:
        (folder / "model").write_bytes(damaged(sound.read_bytes(), seed))
        _use(TextClassifier.load(folder / "model"))

    return load


def _unpacked_model(sound: Path) -> Callable[[int, Path], None]:
    """Damage inside the archive, which no checksum of the archive's finds."""

    def load(seed: int, folder: Path) -> None:
        with zipfile.ZipFile(sound) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        name = sorted(parts)[seed % len(parts)]
        with zipfile.ZipFile(folder / "model", "w") as archive:
            for each, content in parts.items():
                archive.writestr(each, damaged(content, seed) if each == name else content)
        _use(TextClassifier.load(folder / "model"))

    return load


def _forged_model(sound: Path) -> Callable[[int, Path], None]:
    """Something else in it than there was, with checksums that are right."""

    def load(seed: int, folder: Path) -> None:
        with zipfile.ZipFile(sound) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        described = json.loads(parts.pop("model.json"))
        if parts and seed % 2:
            name = sorted(parts)[seed // 2 % len(parts)]
            parts[name] = forged_array(parts[name], seed)
        else:
            described = forged(described, seed)
        if isinstance(described, dict) and isinstance(described.get("checksums"), dict):
            sums = {name: sha256(content).hexdigest() for name, content in parts.items()}
            described["checksums"] |= {name: sum for name, sum in sums.items() if name in described["checksums"]}
        with zipfile.ZipFile(folder / "model", "w") as archive:
            archive.writestr("model.json", json.dumps(described))
            for name, content in parts.items():
                archive.writestr(name, content)
        _use(TextClassifier.load(folder / "model"))

    return load


def _encoder(sound: Path) -> Callable[[int, Path], None]:
    """It is tried in a child process, and then used, as a project does it."""

    def encode(seed: int, folder: Path) -> None:
        path = folder / sound.name
        if sound.is_dir():
            shutil.copytree(sound, path)
            damage_one_of(path, seed)
        else:
            path.write_bytes(damaged(sound.read_bytes(), seed))
        encoder = open_encoder(path)
        try_out(encoder)
        assert np.isfinite(encoder.encode(["The app crashed.", "", "refund money back"])).all()

    return encode


def _backup(sound: Path) -> Callable[[int, Path], None]:
    def restore(seed: int, folder: Path) -> None:
        path = folder / "backup.teachback"
        path.write_bytes(damaged(sound.read_bytes(), seed))
        with open_store(path) as source, create_store(folder / "restored.teachback") as target:
            copy(source, target)
        with Project.open(folder / "restored.teachback") as project:
            project.status()

    return restore


def _settings(sound: Path) -> Callable[[int, Path], None]:
    """A setting that is JSON, and something else than what was written."""

    def look(seed: int, folder: Path) -> None:
        path = folder / "forged.teachback"
        shutil.copy(sound, path)
        with open_store(path) as store, store.writing() as writer:
            settings = writer.settings()
            key = sorted(settings)[seed % len(settings)]
            writer.put(key, forged(settings[key], seed))
        with Project.open(path) as project:
            project.status()
            project.latest()
            project.ask(2)
            project.teach(Label("m1", "bug"))
            project.learn()

    return look


def _salvage(sound: Path) -> Callable[[int, Path], None]:
    def save(seed: int, folder: Path) -> None:
        path = folder / "backup.teachback"
        path.write_bytes(damaged(sound.read_bytes(), seed))
        check(path)
        salvage(path, folder / "saved.teachback")
        assert check(folder / "saved.teachback").problems == ()
        with Project.open(folder / "saved.teachback") as project:
            assert project.size <= len(rows())

    return save


def outcome(door: Callable[[int, Path], None], seed: int, folder: Path) -> Exception | None:
    """An error without a sentence of ours; None where the file was taken or refused with one."""
    place = folder / str(seed)
    place.mkdir()
    try:
        door(seed, place)
    except TeachbackError:
        return None
    except Exception as error:
        return error
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return None
