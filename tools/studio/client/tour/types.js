/**
 * @typedef {{step: string, at: string, element: string, code: string, did: string[]}} Step  `at` is the pane where something is to be
 *   done, `element` a selector in it, `did` what is to be done on the page
 * @typedef {{tour: string, minutes: number, steps: Step[]}} Told  a tour
 * @typedef {{tour: string, minutes: number, project: string, fits: boolean}} Offered  `project` is how its projects are called, `fits`:
 *   this project is one
 * @typedef {{tour: string, step: string, done: string[], left: boolean}} Kept  where somebody is in a tour
 */

export {};
