"""The generator: pinned values, even bits and bytes, no echo between neighbours, no bias."""

from collections.abc import Callable
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rivercheck import chance

SEEDS = st.integers(0, chance.SEEDS - 1)
COUNTERS = st.integers(0, chance.WORDS - 1)
SAMPLE = 20_000

# A seed means the same everywhere and for ever: these values never change.
WORDS = [
    ((0, 0, 0), 3577379368),
    ((0, 0, 1), 694004733),
    ((1, 0, 0), 1799684581),
    ((0, 1, 0), 3609517578),
    ((123456789, 42, 7), 944125058),
    ((123456789, 42, (3 << 32) + 7), 497974956),
    ((2**63 - 1, 2**63 - 1, 2**63 - 1), 268758406),
]
SHUFFLED = {
    (7, 0): [8, 5, 7, 3, 6, 10, 4, 2, 11, 1, 0, 9],
    (7, 1): [1, 7, 5, 3, 10, 9, 8, 0, 2, 6, 11, 4],
    (8, 0): [0, 2, 7, 6, 11, 5, 3, 1, 9, 8, 4, 10],
}
DICE = "455363236565412513351165565625236262434522346553224254221644"
LARGE = [1022749377, 1224253782, 1163135687, 709210366, 1212504848, 779193255, 495793274, 612325972]

# Sequences in which one thing alone moves by one: all must look like chance.
WALKS: dict[str, Callable[[int], int]] = {
    "counter": lambda i: chance.word(5, 0, i),
    "stream": lambda i: chance.word(5, i, 0),
    "seed": lambda i: chance.word(i, 0, 0),
    "high counter": lambda i: chance.word(5, 0, i << 32),
    "high stream": lambda i: chance.word(5, i << 32, 0),
    "high seed": lambda i: chance.word(i << 31, 0, 0),
    "all": lambda i: chance.word(i, i, i),
}


def deviation(counts: list[int], total: int) -> float:
    """By how many standard deviations chi-square exceeds what chance would make of it."""
    expected = total / len(counts)
    square = sum((count - expected) ** 2 for count in counts) / expected
    return (square - (len(counts) - 1)) / sqrt(2 * (len(counts) - 1))


def tally(values: list[int], n: int) -> list[int]:
    counts = [0] * n
    for value in values:
        counts[value] += 1
    return counts


@pytest.fixture(scope="module", params=WALKS)
def walk(request: pytest.FixtureRequest) -> list[int]:
    step = WALKS[request.param]
    return [step(i) for i in range(SAMPLE)]


@pytest.mark.parametrize(("asked", "word"), WORDS)
def test_words_are_pinned(asked: tuple[int, int, int], word: int) -> None:
    assert chance.word(*asked) == word


@pytest.mark.parametrize("asked", SHUFFLED)
def test_shuffles_are_pinned(asked: tuple[int, int]) -> None:
    assert chance.shuffled(12, *asked) == SHUFFLED[asked]


def test_dice_are_pinned() -> None:
    assert "".join(str(1 + chance.below(6, 2026, 0, i)) for i in range(60)) == DICE


def test_rejections_are_pinned() -> None:
    """With this n a quarter of all words is refused, so that later attempts are pinned as well."""
    assert [chance.below(3 << 29, 2026, 0, i) for i in range(8)] == LARGE


def test_each_bit_is_even(walk: list[int]) -> None:
    for bit in range(32):
        ones = sum(word >> bit & 1 for word in walk)
        assert abs(ones - SAMPLE / 2) < 5 * sqrt(SAMPLE / 4), bit


def test_each_byte_is_even(walk: list[int]) -> None:
    for shift in (0, 8, 16, 24):
        assert abs(deviation(tally([word >> shift & 255 for word in walk], 256), SAMPLE)) < 5


def test_neighbours_do_not_echo(walk: list[int]) -> None:
    for apart in (1, 2, 3, 6, 64, 4096):
        pairs = list(zip(walk, walk[apart:], strict=False))
        for bit in range(32):
            ones = sum((one ^ other) >> bit & 1 for one, other in pairs)
            assert abs(ones - len(pairs) / 2) < 5 * sqrt(len(pairs) / 4), (apart, bit)


def test_pairs_of_dice_are_even(walk: list[int]) -> None:
    dice = [word * 6 >> 32 for word in walk]
    pairs = [6 * one + other for one, other in pairwise(dice)]
    assert abs(deviation(tally(pairs, 36), len(pairs))) < 5


def test_low_bits_of_pairs_are_even(walk: list[int]) -> None:
    pairs = [(one & 15) << 4 | other & 15 for one, other in pairwise(walk)]
    assert abs(deviation(tally(pairs, 256), len(pairs))) < 5


@pytest.mark.parametrize("moved", [0, 1, 2], ids=["seed", "stream", "counter"])
def test_each_bit_asked_turns_half_of_the_word(moved: int) -> None:
    rounds = 400
    for bit in range(63):
        turned = 0
        for i in range(rounds):
            asked = [i, 3 * i, 7 * i]
            before = chance.word(*asked)
            asked[moved] ^= 1 << bit
            turned += (before ^ chance.word(*asked)).bit_count()
        assert abs(turned - 16 * rounds) < 5 * sqrt(8 * rounds), bit


def test_words_of_one_stream_repeat_as_often_as_chance_would() -> None:
    """A bijection of the counter would never repeat; 16 bits of it would not either."""
    seen = {chance.word(1, 1, i) >> 8 for i in range(SAMPLE)}
    assert 2 <= SAMPLE - len(seen) <= 30  # 12 expected


@given(SEEDS, SEEDS, SEEDS)
def test_words_have_32_bits(seed: int, stream: int, counter: int) -> None:
    assert 0 <= chance.word(seed, stream, counter) < 2**32


@given(st.integers(1, 2**31), SEEDS, SEEDS, COUNTERS)
def test_below_stays_below(n: int, seed: int, stream: int, counter: int) -> None:
    assert 0 <= chance.below(n, seed, stream, counter) < n


def test_below_has_no_bias() -> None:
    """n is three quarters of 2**31: without rejection every third number comes up too seldom."""
    n = 3 << 29
    thirds = [chance.below(n, 9, 9, i) % 3 for i in range(SAMPLE)]
    assert abs(deviation(tally(thirds, 3), SAMPLE)) < 5


@pytest.mark.parametrize("n", [2, 6, 30, 108])
def test_small_numbers_are_even(n: int) -> None:
    counts = tally([chance.below(n, 4, n, i) for i in range(SAMPLE)], n)
    assert abs(deviation(counts, SAMPLE)) < 5


@given(st.integers(0, 200), SEEDS, SEEDS)
def test_a_shuffle_holds_each_once(n: int, seed: int, stream: int) -> None:
    assert sorted(chance.shuffled(n, seed, stream)) == list(range(n))


def test_all_orders_are_as_likely() -> None:
    orders = [chance.shuffled(4, 11, stream) for stream in range(6000)]
    counts = {tuple(order): orders.count(order) for order in orders}
    assert len(counts) == 24
    assert abs(deviation(list(counts.values()), 6000)) < 5


@given(SEEDS, SEEDS, COUNTERS)
def test_keyed_is_the_same(seed: int, stream: int, counter: int) -> None:
    first, second = chance.key(seed, stream)
    assert chance.keyed_word(first, second, counter) == chance.word(seed, stream, counter)
    assert chance.keyed_below(6, first, second, counter) == chance.below(6, seed, stream, counter)


@given(SEEDS, SEEDS, SEEDS)
def test_nothing_exceeds_63_bits(seed: int, stream: int, counter: int) -> None:
    """The compiled text works on 64-bit integers with a sign; the largest product must fit."""
    largest = chance.MASK
    assert largest * 0x735A2D97 < 2**63
    assert (counter >> 32) * chance.GOLDEN < 2**63
    assert all(0 <= part < 2**32 for part in chance.key(seed, stream))


def test_fresh_seeds_can_be_read_out() -> None:
    seeds = {chance.fresh_seed() for _ in range(50)}
    assert len(seeds) > 45
    assert all(0 <= seed < 10**9 and not chance.seed_fault(seed) for seed in seeds)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_seeds(seed: int) -> None:
    assert chance.seed_fault(seed) == ""


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, "1", True, None])
def test_what_is_no_seed(seed: object) -> None:
    fault = f"seed {seed} is not an integer from 0 to 9223372036854775807"
    assert chance.seed_fault(seed) == fault
