# SPDX-License-Identifier: Apache-2.0
"""Random but meaningful jq programs and inputs, from a seed.

A program is a tree of Nodes, so that a failing one can be made smaller (reduce.py).  Expressions are
made with a kind in mind ("num", "str", "arr", "obj", "any"), so most programs get past their first
step; now and then the kind is ignored on purpose, because errors are behaviour too.
"""

import json
import random

import vocabulary as words


class Node:
    """Text and sub-expressions in order; `term` when it needs no parentheses as an operand."""

    def __init__(self, *parts, term=False):
        self.parts = list(parts)
        self.term = term

    def text(self):
        return "".join(p.text() if isinstance(p, Node) else p for p in self.parts)

    def kids(self):
        return [p for p in self.parts if isinstance(p, Node)]


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = []
        self.functions = []  # (name, arity)
        self.labels = []
        self.names = 0

    def pair(self):
        """(program Node, input text)."""
        self.variables, self.functions, self.labels, self.names = [], [], [], 0
        kind = self.random.choice(["arr", "obj", "arr", "obj", "str", "num", "any"])
        return self.expression(kind, self.random.randint(1, 4)), self.input(kind)

    # Values.

    def input(self, kind):
        return {"arr": self.array, "obj": self.object, "str": self.string_value,
                "num": self.number_text}.get(kind, self.value)(3)

    def value(self, depth=2):
        makers = [self.number_text, self.string_value, lambda d: self.pick(["null", "true", "false"])]
        if depth > 0:
            makers += [self.array, self.object]
        return self.pick(makers)(depth)

    def array(self, depth=2):
        count = self.pick([0, 1, 2, 3, 3, 4, 6])
        maker = self.pick([self.value, self.value, self.number_text, self.string_value, self.object])
        if depth <= 0:
            maker = self.number_text
        return "[" + ",".join(maker(depth - 1) for _ in range(count)) + "]"

    def object(self, depth=2):
        count = self.pick([0, 1, 2, 3, 3])
        keys = self.random.sample(words.KEYS, count)
        return "{" + ",".join(f"{json.dumps(k, ensure_ascii=False)}:{self.value(depth - 1)}"
                              for k in keys) + "}"

    def string_value(self, _=0):
        return json.dumps(self.pick(words.TEXTS), ensure_ascii=self.chance(0.2))

    def number_text(self, _=0):
        return self.pick(words.NUMBERS if self.chance(0.3) else words.PLAIN_NUMBERS)

    # Expressions.

    def expression(self, kind, depth):
        if self.chance(0.04):
            kind = self.pick(["num", "str", "arr", "obj", "any"])
        if depth <= 0:
            return self.leaf(kind)
        forms = [(3, self.of_kind), (2, self.call), (2, self.pipe), (1, self.binary),
                 (0.6, self.condition), (0.6, self.reduction), (0.5, self.attempt),
                 (0.6, self.binding), (0.4, self.definition), (0.9, self.update), (0.4, self.comma),
                 (0.3, self.alternative), (0.25, self.labelled), (0.5, self.limited), (0.3, self.comparison)]
        form = self.random.choices([f for _, f in forms], [w for w, _ in forms])[0]
        return form(kind, depth)

    def leaf(self, kind):
        choices = [lambda: Node(".", term=True)]
        if self.variables:
            choices.append(lambda: Node("$" + self.pick(self.variables), term=True))
        if kind == "num":
            choices += [lambda: Node(self.number_text(), term=True),
                        lambda: Node("length", term=True)]
        elif kind == "str":
            choices += [lambda: Node(self.string_value(), term=True), lambda: Node("tostring", term=True),
                        lambda: Node("type", term=True)]
        elif kind == "arr":
            choices += [lambda: Node(self.array(1), term=True), lambda: Node("[.[]?]", term=True),
                        lambda: Node("[..]", term=True)]
        elif kind == "obj":
            choices += [lambda: Node(self.object(1), term=True)]
        else:
            choices += [lambda: self.path(0), lambda: Node(self.value(1), term=True),
                        lambda: Node(self.pick(["empty", "null", "true", "false", ".[]?", ".."]), term=True)]
        return self.pick(choices)()

    def of_kind(self, kind, depth):
        if kind == "str":
            return self.pick([self.interpolation, self.string_call])(depth)
        if kind == "arr":
            return self.pick([self.collected, self.collected, self.array_call])(depth)
        if kind == "obj":
            return self.pick([self.constructed, self.object_call])(depth)
        if kind == "num":
            return self.pick([self.arithmetic, self.number_call])(depth)
        return self.path(depth)

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, p):
        return self.random.random() < p

    def operand(self, kind, depth):
        """An expression that can stand beside an operator; a few go without their parentheses."""
        node = self.expression(kind, depth)
        return node if node.term or self.chance(0.05) else Node("(", node, ")", term=True)

    def any(self, depth):
        return self.expression("any", depth - 1)

    # Paths and what takes them.

    def path(self, depth):
        parts = ["."]
        for _ in range(self.random.randint(1, 3)):
            kind = self.random.random()
            optional = self.pick(["", "?", "?"])
            key = self.pick(words.KEYS)
            if kind < 0.35:
                quoted = key if key.isascii() and key.isidentifier() and self.chance(0.7) else json.dumps(key)
                parts.append(("." if len(parts) > 1 else "") + quoted + optional)
            elif kind < 0.55:
                parts.append("[" + self.pick(words.INDEXES) + "]" + optional)
            elif kind < 0.75:
                parts.append("[]" + optional)
            elif kind < 0.85:
                low, high = self.pick(words.BOUNDS), self.pick(words.BOUNDS)
                parts.append(f"[{low}:{high}]" if low or high else "[1:]")
                parts[-1] += optional
            elif depth > 0:
                parts += ["[", self.any(depth), "]" + optional]
        if len(parts) == 1:
            parts = [".a"]
        return Node(*parts, term=True)

    def path_like(self, depth):
        """Something that can mostly stand left of an assignment."""
        roll = self.random.random()
        if depth <= 0 or roll < 0.5:
            return self.path(depth)
        if roll < 0.6:
            return Node("(", self.path_like(depth - 1), " | ", self.path_like(depth - 1), ")", term=True)
        if roll < 0.68:
            return Node("(", self.path_like(depth - 1), ", ", self.path_like(depth - 1), ")", term=True)
        if roll < 0.78:
            return Node("(", self.path_like(depth - 1), " | select(", self.test(depth - 1), "))", term=True)
        if roll < 0.84:
            return Node("(.. | ", self.pick(["numbers", "strings", "arrays", "objects", "scalars",
                                             "select(. == null)"]), ")", term=True)
        if roll < 0.88:
            return Node(self.pick(["first(", "last(", "limit(2; ", "nth(1; ", "skip(1; "]),
                        self.path_like(depth - 1), ")", term=True)
        if roll < 0.92:
            return Node("(", self.path_like(depth - 1), " // ", self.path_like(depth - 1), ")", term=True)
        if roll < 0.96:
            return Node("if ", self.test(depth - 1), " then ", self.path_like(depth - 1), " else ",
                        self.path_like(depth - 1), " end", term=True)
        return Node(self.pick(["getpath([\"a\",\"b\"])", "recurse", "..", "first", "last", "getpath([0])",
                               "empty", "to_entries", "paths"]), term=True)

    def update(self, _, depth):
        operator = self.pick(["=", "|=", "|=", "|=", "+=", "-=", "*=", "/=", "%=", "//="])
        return Node(self.path_like(depth - 1), f" {operator} ", self.operand("any", depth - 1))

    def test(self, depth):
        if depth <= 0 or self.chance(0.5):
            return Node(self.pick(words.TESTS))
        return self.comparison("any", depth)

    # Forms.

    def pipe(self, kind, depth):
        return Node(self.operand("any", depth - 1), " | ", self.operand(kind, depth - 1))

    def comma(self, kind, depth):
        return Node("(", self.operand(kind, depth - 1), ", ", self.operand(kind, depth - 1), ")", term=True)

    def alternative(self, kind, depth):
        return Node(self.operand("any", depth - 1), " // ", self.operand(kind, depth - 1))

    def comparison(self, _, depth):
        operator = self.pick(["==", "!=", "<", "<=", ">", ">=", "and", "or"])
        return Node(self.operand("any", depth - 1), f" {operator} ", self.operand("any", depth - 1))

    def binary(self, kind, depth):
        operator = self.pick(["+", "+", "-", "*", "/", "%"])
        kind = kind if kind != "any" else self.pick(["num", "str", "arr", "obj"])
        other = "num" if operator == "*" and kind == "str" else kind
        return Node(self.operand(kind, depth - 1), f" {operator} ", self.operand(other, depth - 1))

    def arithmetic(self, depth):
        if self.chance(0.15):
            return Node("-", self.operand("num", depth - 1))
        return self.binary("num", depth)

    def condition(self, kind, depth):
        parts = ["if ", self.test(depth - 1), " then ", self.expression(kind, depth - 1)]
        if self.chance(0.2):
            parts += [" elif ", self.test(depth - 1), " then ", self.expression(kind, depth - 1)]
        if self.chance(0.8):
            parts += [" else ", self.expression(kind, depth - 1)]
        return Node(*parts, " end", term=True)

    def attempt(self, kind, depth):
        roll = self.random.random()
        if roll < 0.4:
            return Node("try ", self.operand(kind, depth - 1), " catch ", self.operand("any", depth - 1))
        if roll < 0.7:
            return Node("(", self.expression(kind, depth - 1), ")?", term=True)
        if roll < 0.85:
            return Node("try error(", self.expression("any", depth - 1), ") catch ",
                        self.operand("any", depth - 1))
        return Node("error(", self.expression("any", depth - 1), ")", term=True)

    def fresh(self):
        self.names += 1
        return self.pick(["x", "y", "v", "item"]) + (str(self.names) if self.chance(0.7) else "")

    def pattern(self, depth):
        """(text, variables) of a destructuring pattern."""
        if depth <= 0 or self.chance(0.6):
            name = self.fresh()
            return f"${name}", [name]
        if self.chance(0.5):
            made = [self.pattern(depth - 1) for _ in range(self.random.randint(1, 2))]
            return "[" + ", ".join(t for t, _ in made) + "]", [n for _, names in made for n in names]
        texts, names = [], []
        for _ in range(self.random.randint(1, 2)):
            key = self.pick(["a", "b", "c"])
            inner, more = self.pattern(depth - 1)
            roll = self.random.random()
            if roll < 0.3:
                texts.append(f"${key}")
                more = [key]
            elif roll < 0.4:
                texts.append(f"${key}: {inner}")
                more = more + [key]
            elif roll < 0.5:
                texts.append(f"(\"{key}\", \"k\"): {inner}")
            else:
                texts.append(self.pick([key, f"\"{key}\""]) + f": {inner}")
            names += more
        return "{" + ", ".join(texts) + "}", names

    def scoped(self, names, make):
        kept = len(self.variables)
        self.variables += names
        node = make()
        del self.variables[kept:]
        return node

    def binding(self, kind, depth):
        source = self.operand("any", depth - 1)
        text, names = self.pattern(2)
        if self.chance(0.2):
            other, more = self.pattern(2)
            text, names = f"{text} ?// {other}", names + more
        body = self.scoped(names, lambda: self.expression(kind, depth - 1))
        return Node("(", source, f" as {text} | ", body, ")", term=True)

    def reduction(self, kind, depth):
        source = Node(self.pick([".[]?", "range(3)", "range(5)", ".[]", "..", "(1,2,3)", "(.[]? | .[]?)",
                                 "paths", "tostream", "to_entries[]?"]), term=True)
        text, names = self.pattern(1 if self.chance(0.3) else 0)
        # One start value only: kept difference reduce-starts.
        start = Node("first(", self.expression(kind, depth - 2), ")", term=True)
        update = self.scoped(names, lambda: self.expression(kind, depth - 1))
        if self.chance(0.6):
            return Node("reduce ", source, f" as {text} (", start, "; ", update, ")", term=True)
        parts = ["foreach ", source, f" as {text} (", start, "; ", update]
        if self.chance(0.5):
            parts += ["; ", self.scoped(names, lambda: self.expression(kind, depth - 1))]
        return Node(*parts, ")", term=True)

    def definition(self, kind, depth):
        self.names += 1
        name = f"f{self.names}"
        parameters = self.pick([[], [], ["g"], ["$p"], ["$p", "g"]])
        values = [p[1:] for p in parameters if p.startswith("$")]
        closures = [(p, 0) for p in parameters if not p.startswith("$")]
        saved, self.functions = self.functions, self.functions + closures
        body = self.scoped(values, lambda: self.expression(kind, depth - 1))
        self.functions = saved + [(name, len(parameters))]
        rest = self.expression(kind, depth - 1)
        called = Node(name, *self.arguments(len(parameters), depth - 1), term=True)
        self.functions = saved
        head = f"def {name}" + (f"({'; '.join(parameters)})" if parameters else "") + ": "
        return Node("(", head, body, "; ", self.pick([called, rest, Node(called, " | ", rest)]), ")", term=True)

    def arguments(self, count, depth):
        if not count:
            return []
        parts = ["("]
        for at in range(count):
            parts += ["; "] * (at > 0) + [self.expression("any", depth - 1)]
        return parts + [")"]

    def labelled(self, kind, depth):
        self.names += 1
        name = f"l{self.names}"
        self.labels.append(name)
        body = self.expression(kind, depth - 1)
        stop = Node("if ", self.test(depth - 1), " then ", self.expression(kind, depth - 1),
                    f", break ${name} else . end")
        self.labels.pop()
        return Node(f"(label ${name} | ", body, " | ", stop, ")", term=True)

    def limited(self, kind, depth):
        """Generators that may go on for ever, always cut."""
        endless = self.pick([
            lambda: Node("repeat(", self.operand(kind, depth - 2), ")"),
            lambda: Node("recurse(", self.operand(kind, depth - 2), ")"),
            lambda: Node("recurse(", self.operand(kind, depth - 2), "; ", self.test(0), ")"),
            lambda: Node("while(", self.test(0), "; ", self.operand(kind, depth - 2), ")"),
            lambda: Node("range(", self.expression("num", 0), "; ", self.expression("num", 0), ")"),
            lambda: Node("range(", self.expression("num", 0), "; 10; ", self.expression("num", 0), ")"),
            lambda: Node(".[]?"), lambda: Node("..")])()
        cut = self.pick(["limit(3; ", "limit(5; ", "first(", "limit(0; ", "limit(1,2; ", "nth(2; "])
        return Node("[", cut, endless, ")]", term=True)

    def collected(self, depth):
        return Node("[", self.expression("any", depth - 1), "]", term=True)

    def constructed(self, depth):
        parts = ["{"]
        for at in range(self.random.randint(1, 3)):
            parts.append(", " if at else "")
            roll = self.random.random()
            if roll < 0.15:
                parts.append(self.pick(["a", "b", "\"a b\"", "\"é\"", "\"x\\(1,2)\""]))
                continue
            if roll < 0.25 and self.variables:
                parts.append("$" + self.pick(self.variables))
                continue
            if roll < 0.4:
                parts += ["(", self.expression("str", depth - 2), "): "]
            else:
                parts.append(self.pick(["a: ", "b: ", "c: ", "\"k\": ", "\"é\": ", "if: ", "\"\\(.)\": "]))
            parts.append(self.operand("any", depth - 1))
        return Node(*parts, "}", term=True)

    def interpolation(self, depth):
        parts = [self.pick(["", "", "@json ", "@text ", "@base64 ", "@html ", "@uri ", "@sh ", "@csv "]), "\""]
        for _ in range(self.random.randint(1, 2)):
            parts += [self.pick(["", "a", "é=", "<&'", "\\n", "\\u00e9\\t"]), "\\(",
                      self.expression("any", depth - 1), ")"]
        return Node(*parts, "\"", term=True)

    # Calls of builtins.

    def call(self, kind, depth):
        if self.functions and self.chance(0.3):
            name, arity = self.pick(self.functions)
            return Node(name, *self.arguments(arity, depth), term=True)
        return {"str": self.string_call, "arr": self.array_call, "obj": self.object_call,
                "num": self.number_call}.get(kind, self.any_call)(depth)

    def from_table(self, table, depth):
        template = self.pick(table)
        parts = []
        for piece in template.split("~"):
            if piece in words.HOLES:
                parts.append(self.hole(piece, depth))
            else:
                parts.append(piece)
        return Node(*parts, term=False)

    def hole(self, name, depth):
        if name == "path":
            return self.path_like(depth - 1)
        if name == "test":
            return self.test(depth - 1)
        if name == "regex":
            return Node(json.dumps(self.pick(words.REGEXES), ensure_ascii=False))
        if name == "flags":
            return Node(self.pick(words.FLAGS))
        if name == "lit":
            return Node(self.string_value())
        if name == "int":
            return Node(self.pick(words.INDEXES))
        if name == "val":
            return Node(self.value(1))
        return self.expression(name, depth - 1)

    def string_call(self, depth):
        return self.from_table(words.STRING_CALLS, depth)

    def array_call(self, depth):
        return self.from_table(words.ARRAY_CALLS, depth)

    def object_call(self, depth):
        return self.from_table(words.OBJECT_CALLS, depth)

    def number_call(self, depth):
        return self.from_table(words.NUMBER_CALLS, depth)

    def any_call(self, depth):
        return self.from_table(words.ANY_CALLS, depth)


if __name__ == "__main__":
    import sys
    generator = Generator(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    for _ in range(int(sys.argv[2]) if len(sys.argv) > 2 else 20):
        program, text = generator.pair()
        print(program.text(), "\n    ", text)
