"""Names of a package that are imported when they are first used, so that importing the package costs nothing."""

TYPE_CHECKING = False  # type checkers take a name spelled so for True; importing typing would take time
if TYPE_CHECKING:
    from collections.abc import Callable


def at_first_use(
    package: dict[str, object], modules: dict[str, str]
) -> "tuple[Callable[[str], object], Callable[[], list[str]]]":
    """What a package calls its ``__getattr__`` and its ``__dir__``.

    `package` is its ``globals()``; `modules` has the names of each of its modules, with spaces between them.

    >>> package = {"__name__": "teachback", "__all__": ["TeachbackError"]}
    >>> get, names = at_first_use(package, {"errors": "TeachbackError"})
    >>> get("TeachbackError").__module__, names()
    ('teachback.errors', ['TeachbackError', '__all__', '__name__'])
    """
    places = {name: module for module, names in modules.items() for name in names.split()}

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {package['__name__']!r} has no attribute {name!r}")
        from importlib import import_module

        package[name] = value = getattr(import_module(f"{package['__name__']}.{places[name]}"), name)
        return value

    def names() -> list[str]:
        return sorted({*package, *places})

    return get, names
