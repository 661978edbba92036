"""`help()`: documentation and signatures at run time are those of the stubs."""

import ast
import inspect
from pathlib import Path

import pytest

from clearance import _clearance as c

STUB = Path(c.__file__).with_name("_clearance.pyi")


def documented():
    """Names of the stub with their nodes and documentation: functions, classes, their methods and attributes."""

    def body(nodes, prefix):
        for node, after in zip(nodes, [*nodes[1:], None]):
            if isinstance(node, ast.ClassDef):
                yield prefix + node.name, node, ast.get_docstring(node)
                yield from body(node.body, f"{prefix}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                yield prefix + node.name, node, ast.get_docstring(node)
            elif isinstance(node, ast.AnnAssign) and prefix and isinstance(node.target, ast.Name):
                text = after.value.value if isinstance(after, ast.Expr) else None
                yield prefix + node.target.id, node, text and inspect.cleandoc(text)

    found = {}
    for name, node, text in body(ast.parse(STUB.read_text("utf-8")).body, ""):
        # The last overload takes all arguments; the first one has the documentation.
        found[name] = (node, text or found.get(name, (None, None))[1])
    return {name: of for name, of in found.items() if not name.split(".")[-1].startswith("_")}


NAMES = documented()


def at_run_time(name):
    found = c
    for part in name.split("."):
        found = inspect.getattr_static(found, part) if inspect.isclass(found) else getattr(found, part)
    return found.__func__ if isinstance(found, staticmethod) else found


def test_all_names_are_there():
    assert len(NAMES) > 170
    public = {name for name in dir(c) if not name.startswith("_")}
    assert public == {name for name in NAMES if "." not in name}
    for name in public:
        if inspect.isclass(of := getattr(c, name)):
            own = {f"{name}.{part}" for part in vars(of) if not part.startswith("_")}
            assert own == {part for part in NAMES if part.startswith(f"{name}.")}


@pytest.mark.parametrize("name", NAMES)
def test_documentation_is_that_of_the_stub(name):
    text = NAMES[name][1]
    assert text, f"{name} has no documentation"
    assert inspect.getdoc(at_run_time(name)) == text


def of_stub(node):
    """Names, kinds and defaults of the arguments, without the first one of a method."""
    given = node.args
    plain = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(plain) - len(given.defaults)) + given.defaults
    pairs = [*zip(plain, defaults), *zip(given.kwonlyargs, given.kw_defaults)]
    shown = [(argument.arg, argument in given.kwonlyargs, ast.unparse(of) if of else None) for argument, of in pairs]
    return [one for one in shown if one[0] not in ("self", "cls")]


def of_run_time(function):
    none = inspect.Parameter.empty
    return [
        (one.name, one.kind == one.KEYWORD_ONLY, None if one.default is none else repr(one.default))
        for one in inspect.signature(function).parameters.values()
        if one.name != "self"
    ]


FUNCTIONS = [
    name
    for name, (node, _) in NAMES.items()
    if isinstance(node, ast.FunctionDef) and not any("property" in ast.unparse(of) for of in node.decorator_list)
]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_signatures_are_those_of_the_stub(name):
    found = of_run_time(at_run_time(name))
    assert found == of_stub(NAMES[name][0])
    assert "Ellipsis" not in str(found)


@pytest.mark.parametrize("name", ["Pose", "Pose2", "Scene", "Shapes", "World"])
def test_constructors_are_those_of_the_stub(name):
    body = NAMES[name][0].body
    made = next(node for node in body if isinstance(node, ast.FunctionDef) and node.name == "__new__")
    assert of_run_time(getattr(c, name)) == of_stub(made)
