"""Which keys of options were there before in this listing.

A key is an alternative and words behind it; it stands in ALIKE_KEYS as its length, its digest and its words. The table
ALIKE has two words a slot: the epoch in which it was used, and the address of a key. A new epoch empties it.
"""

from __future__ import annotations

from .distinct import stirred
from .faulting import fault
from .lists import words_equal
from .moving import cleared, moved
from .words import *


def alike_reset() -> None:
    """A listing begins."""
    new_epoch()
    store(ALIKE_COUNT, 0)
    store(ALIKE_MASK, ALIKE_LEAST - 1)
    store(ALIKE_KEYS_END, ALIKE_KEYS)


def new_epoch() -> None:
    """No slot is used. After all numbers of epochs the slots are cleared, so that none seems to be."""
    epoch = load(ALIKE_EPOCH) + 1
    if epoch == 0:
        cleared(ALIKE, 8 * ALIKE_SLOTS)
        cleared(CLASSES, CLASSES_LIMIT - CLASSES)
        epoch = 1
    store(ALIKE_EPOCH, epoch)


def next_run() -> i32:
    """The number of one more loop that leaves turns out. After all numbers nothing is known of those of before."""
    run = load(ALIKE_RUN) + 1
    if run == 0:
        cleared(CLASSES, CLASSES_LIMIT - CLASSES)
        run = 1
    store(ALIKE_RUN, run)
    return run


def alike_begin(alternative: i32) -> None:
    """A key begins."""
    at = load(ALIKE_KEYS_END)
    store(ALIKE_AT, at)
    store(ALIKE_KEYS_END, at + 8)
    alike_word(alternative)


def alike_word(x: i32) -> None:
    """A word of it."""
    at = load(ALIKE_KEYS_END)
    if at >= ALIKE_KEYS_LIMIT:
        fault(FAULT_MEMORY, 0, 0, 0, 0)
    store(at, x)
    store(ALIKE_KEYS_END, at + 4)


def alike_wide(x: i64) -> None:
    """Two words of it."""
    alike_word(low(x))
    alike_word(low(x >> 32))


def alike_words(a: i32, n: i32) -> None:
    """So many words of it."""
    at = load(ALIKE_KEYS_END)
    if at + 4 * n > ALIKE_KEYS_LIMIT:
        fault(FAULT_MEMORY, 0, 0, 0, 0)
    moved(at, a, 4 * n)
    store(ALIKE_KEYS_END, at + 4 * n)


def alike_list(a: i32) -> None:
    """A list of scalars: its length and its elements."""
    alike_words(a, load(a) + 1)


def alike_seen() -> i32:
    """Whether the key that is whole now was there before; if not it is from now on."""
    key = load(ALIKE_AT)
    n = (load(ALIKE_KEYS_END) - key - 8) >> 2
    digest = n
    for i in range(n):
        digest = stirred(digest, load(key + 8 + 4 * i))
    return alike_met(key, n, digest)


def alike_met(key: i32, n: i32, digest: i32) -> i32:
    """The same of a key of n words, which stand behind the two first words of the place of keys, and their digest."""
    return alike_found(key, n, digest) != key


def alike_found(key: i32, n: i32, digest: i32) -> i32:
    """The key that was there before with the same words, or this one, which is there from now on."""
    if key + 8 + 4 * n > ALIKE_KEYS_LIMIT:
        fault(FAULT_MEMORY, 0, 0, 0, 0)
    store(key, n)
    store(key + 4, digest)
    slot = slot_of(key, digest, n)
    if load(slot) == load(ALIKE_EPOCH):
        store(ALIKE_KEYS_END, key)
        return load(slot + 4)
    store(slot, load(ALIKE_EPOCH))
    store(slot + 4, key)
    store(ALIKE_KEYS_END, key + 8 + 4 * n)
    many = load(ALIKE_COUNT) + 1
    store(ALIKE_COUNT, many)
    if 2 * many > load(ALIKE_MASK):
        grow()
    return key


@spread
def slot_of(key: i32, digest: i32, n: i32) -> i32:
    """The slot of an equal key, or the free one where it belongs."""
    epoch = load(ALIKE_EPOCH)
    mask = load(ALIKE_MASK)
    slot = ALIKE + 8 * (digest & mask)
    while load(slot) == epoch:
        other = load(slot + 4)
        if load(other + 4) == digest and load(other) == n and words_equal(other + 8, key + 8, n):
            break
        slot = ALIKE + ((slot - ALIKE + 8) & (8 * mask + 7))
    return slot


def grow() -> None:
    """Use twice as many slots; the keys are put into them again."""
    mask = 2 * load(ALIKE_MASK) + 1
    if mask >= ALIKE_SLOTS:
        fault(FAULT_MEMORY, 0, 0, 0, 0)
    store(ALIKE_MASK, mask)
    new_epoch()
    key = ALIKE_KEYS
    end = load(ALIKE_KEYS_END)
    while key != end:
        slot = slot_of(key, load(key + 4), load(key))
        store(slot, load(ALIKE_EPOCH))
        store(slot + 4, key)
        key += 8 + 4 * load(key)
