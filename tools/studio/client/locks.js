/** One tab at a time writes a project: the second is told, and may take it over. */

const NAME = "yupana-studio:";

/**
 * Have a project as long as this page is there.
 * @param {string} project @param {boolean} steal  whether it is taken from another tab @param {() => void} lost  another tab has taken it
 * @returns {Promise<boolean>}  whether it is ours; not where another tab has it
 */
export function hold(project, steal, lost) {
    // without locks (a page that is no secure one) the host still refuses what would be written over something else
    if (!navigator.locks) return Promise.resolve(true);
    return new Promise((done) => {
        navigator.locks.request(NAME + project, steal ? {steal: true} : {ifAvailable: true}, (lock) => {
            done(lock !== null);
            return lock && new Promise(() => {});
        }).catch(lost);
    });
}
