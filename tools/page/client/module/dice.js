/** The random generator of games, PCG32 (XSH RR 64/32), as `interpreter/machine/rng.py` writes it out. */

const MULTIPLIER = 6364136223846793005n;
const INCREMENT = 109n;
const WHOLE = (1n << 64n) - 1n;

export class Dice {
    /** @param {bigint | number} seed any whole number */
    constructor(seed) {
        this.state = ((INCREMENT + BigInt.asUintN(64, BigInt(seed))) * MULTIPLIER + INCREMENT) & WHOLE;
    }

    /** The next 32 random bits, from 0 on. */
    next() {
        const old = this.state;
        this.state = (old * MULTIPLIER + INCREMENT) & WHOLE;
        const mixed = Number(BigInt.asUintN(32, ((old >> 18n) ^ old) >> 27n)), turn = Number(old >> 59n);
        return (turn ? (mixed >>> turn) | (mixed << (32 - turn)) : mixed) >>> 0;
    }

    /** From 0 to `bound` - 1, each equally likely. @param {number} bound */
    below(bound) {
        const least = 2 ** 32 % bound;
        let drawn = this.next();
        while (drawn < least) drawn = this.next();
        return drawn % bound;
    }

    /** Shuffle in place. @template T @param {T[]} values */
    shuffle(values) {
        for (let i = values.length - 1; i > 0; i--) {
            const j = this.below(i + 1);
            [values[i], values[j]] = [values[j], values[i]];
        }
        return values;
    }

    /** The generator as the two cells of a position have it: the upper half and the lower one. */
    get cells() {
        return [Number(BigInt.asIntN(32, this.state >> 32n)), Number(BigInt.asIntN(32, this.state))];
    }
}
