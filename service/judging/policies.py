"""Policies: which comparison methods are asked, in which order, with which parameters.

Imports the wire's hints, the sandbox's forms of a value and the names of methods. A policy is data;
`compare.py` walks it. A problem's hints change `default` only: `strict` is strict whatever the
setter says, and `lcb` and `microcoder` follow other judges, which know no hints.

`lcb` and `microcoder` are for comparing with those judges, not for training: `lcb` refuses right
outputs, and `microcoder` accepts wrong ones (`docs/judging-rules.md` has the counts).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sandbox.model import ValueForm
from service.checkers.number_text import FloatTol
from service.checkers.token_rules import DEFAULT_FLOAT_TOL, Case, TokenParams
from service.checkers.typed_value import DEFAULT_FLOAT_TOL as DEFAULT_VALUE_FLOAT_TOL
from service.checkers.typed_value import Unordered, ValueParams
from trainer_client.wire import FloatTolerance, Hints

POLICY_NAMES = ("default", "strict", "lcb", "microcoder")


@dataclass(frozen=True, kw_only=True, slots=True)
class Step:
    """One method of a policy, by its file's name in `service.checkers`, and its parameters."""

    method: str
    params: Mapping[str, object] = field(default_factory=dict[str, object])


@dataclass(frozen=True, kw_only=True, slots=True)
class Policy:
    """How one problem's outputs are compared.

    Attributes:
        name: the policy's wire name.
        text: the methods for printed text, from strict to tolerant; the first that accepts wins.
        value: the methods for returned values, likewise.
        value_form: how a returned value is read before it leaves the sandbox.
        ignore_exit_code: a right output is accepted though the exit status is not 0.
    """

    name: str
    text: tuple[Step, ...]
    value: tuple[Step, ...]
    value_form: ValueForm = ValueForm.PLAIN
    ignore_exit_code: bool = False


def build_policy(name: str, hints: Hints) -> Policy:
    """Return the policy of a name for a problem with these hints.

    Raises:
        KeyError: no policy has this name; the caller must name one of `POLICY_NAMES`.
    """
    return _BUILDERS[name](hints)


def _default(hints: Hints) -> Policy:
    return Policy(
        name="default",
        text=tuple(_default_steps(hints)),
        value=(_typed_value(_value_params(hints)),),
        value_form=ValueForm.DRAINED if hints.profile == "lenient" else ValueForm.PLAIN,
    )


def _strict(_: Hints) -> Policy:
    return Policy(
        name="strict",
        text=(Step(method="exact"), Step(method="trailing_space")),
        value=(_typed_value({"float_tol": 0, "strict_types": True}),),
    )


def _lcb(_: Hints) -> Policy:
    """LiveCodeBench's comparison, mistakes included."""
    return Policy(
        name="lcb",
        text=(Step(method="decimal_lines"),),
        value=(Step(method="equal_value"),),
        value_form=ValueForm.NATIVE,
        ignore_exit_code=True,
    )


def _microcoder(_: Hints) -> Policy:
    """The cascade that the MicroCoder paper describes. It accepts wrong outputs: for experiments.

    Source: arXiv 2603.07777, MicroCoder-Evaluator; where the paper is silent, the judge of APPS
    (https://github.com/hendrycks/apps), whose methods it names.
    """
    return Policy(
        name="microcoder",
        text=_steps(
            *("exact", "joined_lines", "filled_lines"),
            *("allclose_lines", "line_sets", "rounded_line_sets"),
        ),
        value=_steps("equal_value", "first_item", "value_lines"),
    )


_BUILDERS = {"default": _default, "strict": _strict, "lcb": _lcb, "microcoder": _microcoder}


def _steps(*names: str) -> tuple[Step, ...]:
    return tuple(Step(method=name) for name in names)


def _typed_value(params: ValueParams) -> Step:
    return Step(method="typed_value", params={**params})


def _default_steps(hints: Hints) -> list[Step]:
    numeric, case = _is_numeric(hints), _case(hints)
    params = _token_params(hints)
    exact = Step(method="exact")
    if hints.exact_whitespace:
        return [exact, Step(method="exact_whitespace", params={**params})]
    steps = [exact, Step(method="lines"), Step(method="tokens")]
    if numeric:
        steps.append(Step(method="numeric_exact"))
        steps.append(Step(method="float_tolerance", params={**params, "case": "exact"}))
    if case != "exact":
        method = "ignore_case" if case == "any" else "verdict_case"
        steps.append(Step(method=method, params={**params}))
    steps += [Step(method=name, params={**params}) for name in ("blank_lines", "layout")]
    if hints.unordered in {"lines", "tokens"}:
        steps.append(Step(method=f"unordered_{hints.unordered}", params={**params}))
    if numeric:
        steps.append(Step(method="literal", params=_literal_params(hints)))
    if hints.profile == "lenient":
        steps.append(Step(method="printed_list", params={**params}))
    return steps


def _is_numeric(hints: Hints) -> bool:
    if hints.exact_whitespace:
        return hints.float_tol is not None or hints.numbers_are_float
    return hints.output_type != "string"


def _case(hints: Hints) -> Case:
    if hints.ignore_case is None:
        return "exact" if hints.exact_whitespace else "verdict"
    return "any" if hints.ignore_case else "exact"


def _token_params(hints: Hints) -> TokenParams:
    return {
        "numeric": _is_numeric(hints),
        "float_tol": _float_tol(hints, DEFAULT_FLOAT_TOL),
        "numbers_are_float": hints.numbers_are_float,
        "case": _case(hints),
    }


def _value_params(hints: Hints) -> ValueParams:
    return {
        "float_tol": _float_tol(hints, DEFAULT_VALUE_FLOAT_TOL),
        "numbers_are_float": hints.numbers_are_float,
        "strict_types": hints.strict_types,
        "unordered": _unordered_values(hints),
    }


def _literal_params(hints: Hints) -> dict[str, object]:
    return {**_value_params(hints), "float_tol": _float_tol(hints, DEFAULT_FLOAT_TOL)}


def _unordered_values(hints: Hints) -> Unordered | None:
    if hints.unordered is None:
        return None
    return "nested" if hints.unordered == "nested" else "list"


def _float_tol(hints: Hints, default: float) -> FloatTol:
    asked = hints.float_tol
    if isinstance(asked, FloatTolerance):
        return {"abs": asked.abs, "rel": asked.rel}
    return default if asked is None else asked
