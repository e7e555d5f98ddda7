/**
 * What Python asks to be interrupted by, where there is no second thread that could do it (`schemas/host.py`).
 *
 * Pyodide looks, every few steps of Python, into place 0 of what it was given for signs of interruption, which is meant
 * to be memory that another thread writes to. Here reading that place looks at the clock.
 */

/** The sign that stands for Ctrl-C. */
const INTERRUPTED = 2;

/** After how many milliseconds it is said again, if it was lost. */
const AGAIN = 500;

/** @param {any} pyodide @returns {{alarm: (seconds: number, megabytes: number) => void, calm: () => void, swollen: () => boolean}} */
export function makeAlarm(pyodide) {
    let next = Infinity, most = Infinity, wide = false;
    const size = () => pyodide._module.HEAP8.length;
    const looked = {
        get 0() {
            const now = performance.now();
            if (!wide && size() > most) [wide, next] = [true, now];
            if (now < next) return 0;
            next = now + AGAIN;
            return INTERRUPTED;
        },
        set 0(value) {
            // it is taken back as soon as it is read
        },
    };
    return {
        alarm(seconds, megabytes) {
            [next, most, wide] = [performance.now() + 1000 * seconds, size() + megabytes * 2 ** 20, false];
            pyodide.setInterruptBuffer(looked);
        },
        calm() {
            pyodide.setInterruptBuffer(undefined);
        },
        swollen: () => wide,
    };
}
