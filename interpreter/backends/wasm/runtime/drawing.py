"""Where an option of the last listing is. `stride` says how they are held: how many bytes each record has that lies
behind the one before; 0 where their addresses stand in the index; -1 - alternative where the members of the set in
SAMPLED are the options, and no record is made before it is asked for. Then only one is there at a time."""

from __future__ import annotations

from .words import *


@spread
def option_at(i: i32) -> i32:
    """The address of option i."""
    if stride > 0:
        return OPTIONS + i * stride
    if stride == 0:
        return load(INDEX + 4 * i)
    return member_at(i)


@spread
def member_at(i: i32) -> i32:
    """The record of the option that is member number i of the set."""
    left = i
    at = SAMPLED
    word = load64(at)
    n = popcnt64(word)
    while n <= left:
        left -= n
        at += 8
        word = load64(at)
        n = popcnt64(word)
    store(OPTIONS, -1 - stride)
    store(OPTIONS + 4, 8 * (at - SAMPLED) + bit_at(word, left))
    return OPTIONS


@spread
def bit_at(word: i64, i: i32) -> i32:
    """Which bit of a word is number i of those that are set. No branch: nobody foresees how far a loop would go."""
    below = word - (word >> 1 & 0x5555555555555555)
    below = (below & 0x3333333333333333) + (below >> 2 & 0x3333333333333333)
    below = (below + (below >> 4) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101  # in each byte: how many up to its end
    beyond = (u64(i) * 0x0101010101010101 | 0x8080808080808080) - below & 0x8080808080808080
    byte = u64(8 * popcnt64(beyond))
    rank = i - (low(below << 8 >> byte) & 255)
    return low(byte) + load8(BIT_OF_BYTE + 8 * (low(word >> byte) & 255) + rank)


def indexed(n: i32) -> None:
    """The addresses of all options stand in the index."""
    if stride:
        for i in range(n):
            store(INDEX + 4 * i, OPTIONS + i * stride)
