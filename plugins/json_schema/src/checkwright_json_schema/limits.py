"""Every limit of the kind in one table: its name, its value, its unit and the reason for it.

The first part bounds schemas: one that exceeds it is a mistake of the author. The second part bounds the work
on one response; where a reason is a time, the work takes about so long at most. An
evaluation is one value validated by one schema.
"""

__all__ = [
    "ALL_PATTERNS_SIZE",
    "BACKTRACKING_WORK",
    "BACKTRACK_STEPS",
    "COMPILING_COST",
    "COPIES",
    "DIGITS",
    "DIGITS_PER_CHARACTER",
    "ERRORS",
    "EVALUATIONS",
    "KEPT_SCHEMAS",
    "LOCATING_EVALUATIONS",
    "NARROWING_EVALUATIONS",
    "PATHS_CAP",
    "PATTERN_SIZE",
    "PATTERN_SIZE_STEPS",
    "PATTERN_STATES",
    "PATTERN_WEIGHT",
    "REPETITIONS",
    "SCHEMA_DEPTH",
    "SCHEMA_DIGITS",
    "SCHEMA_EXPONENT",
    "SCHEMA_LEVELS",
    "SCHEMA_MISTAKES",
    "SCHEMA_PATHS",
    "SCHEMA_VALUES",
    "SEARCHING_COST",
    "STATES_PER_REPETITION",
]

# Schemas.

#: Levels of lists and objects in a schema. jsonschema-rs stops at 255.
SCHEMA_DEPTH = 200
#: Values in a schema, each counted wherever it stands. Bounds the memory of the copy.
SCHEMA_VALUES = 1_000_000
#: Digits of an integer in a schema. Python writes no longer ones by default.
SCHEMA_DIGITS = 4_000
#: Power of ten of a decimal in a schema. The same as in a reply: an exponent has at most six digits.
SCHEMA_EXPONENT = 1_000_000
#: Mistakes of a schema that are reported at once. More would only fill the screen.
SCHEMA_MISTAKES = 20
#: Schemas that lead one into the other. jsonschema-rs follows them on the stack and crashes at 80,000.
SCHEMA_LEVELS = 10_000
#: Paths through a schema. References that double multiply them, and with them the time to compile.
SCHEMA_PATHS = 100_000
#: Paths up to which they are counted. Far above every limit, so that larger numbers need not be exact.
PATHS_CAP = 10**9
#: Bytes of one compiled pattern. Bounds the time to compile it.
PATTERN_SIZE = 10_000_000
#: Bytes of all compiled patterns of a schema together. Bounds the memory.
ALL_PATTERNS_SIZE = 100_000_000
#: Bytes that are tried as the size of the largest compiled pattern. jsonschema-rs does not tell its size.
PATTERN_SIZE_STEPS = (2_000, 16_000, 128_000, 1_000_000)

# Responses.

#: Characters of a response times paths of the schema for one value. Bounds the evaluations.
EVALUATIONS = 1_000_000_000
#: Bytes of a compiled pattern times characters, summed over all searches in a response. At worst 6 s.
PATTERN_STATES = 200_000_000_000
#: Backtracking steps of one search in a short response. A search that takes more hardly ever ends.
BACKTRACK_STEPS = 500_000
#: Characters that all backtracking searches in a response may read. About 0.3 s.
BACKTRACKING_WORK = 250_000_000
#: Repetitions that one quantifier counts for in the weight of a pattern. Bounds what one quantifier adds.
REPETITIONS = 1_000
#: States in which jsonschema-rs follows each group inside of a counted repetition. Each costs a step.
STATES_PER_REPETITION = 20
#: Weight of a pattern: how many plain steps one of its steps may cost. Bounds the product of its repetitions.
PATTERN_WEIGHT = 1_000_000
#: Digits of numbers, written out, that are divided or compared with each other. About 2 s.
DIGITS = 1_000_000_000
#: Digits that one character of a number can stand for, as in 1e-999999. Short responses need no count.
DIGITS_PER_CHARACTER = 125_000
#: Errors of one response that are read. Each costs memory, and the reason names only the first.
ERRORS = 100
#: Evaluations up to which all errors are read. jsonschema-rs looks at every alternative then.
LOCATING_EVALUATIONS = 100_000
#: Characters of the response and values of the schema that errors may hold copies of. Bounds the memory.
COPIES = 20_000_000
#: Evaluations in the search for one part that does not fit. Past them the part found last is taken.
NARROWING_EVALUATIONS = 50_000_000
#: Evaluations that compiling one schema again counts for. It costs about as much.
COMPILING_COST = 500
#: Evaluations that searching one character with backtracking counts for. It costs about as much.
SEARCHING_COST = 16
#: Schemas in all engines that are kept for parts of a schema. Bounds the memory.
KEPT_SCHEMAS = 20_000
