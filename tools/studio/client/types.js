/**
 * The contract between the parts of the studio's page, and with what answers it.
 *
 * @typedef {object} Host  what answers: a server on this machine, or a worker of the browser
 * @property {(method: string, params?: object) => Promise<any>} ask  rejects with an Error whose message is a sentence for people
 * @property {(event: string, hear: (data: any) => void) => (() => void)} on  events of the host; gives what stops it
 * @property {() => void} end
 *
 * @typedef {{line: number, column: number}} Place  both from 1, columns in UTF-16 as JavaScript counts
 *
 * @typedef {object} Pane  one of the studio's panes: what it shows is its own business
 * @property {string} id
 * @property {string} title  the key of the phrase on its tab
 * @property {HTMLElement} element
 * @property {() => void} [shown]  called each time it comes to be seen
 *
 * @typedef {"left" | "middle" | "right" | "below"} Side  files and forms, the editor, the table, all that is known of the rules
 *
 * @typedef {object} Project  the files that are being written; it tells of events `changed` (detail: path; `by` as in `change`,
 *   the host where the disk has changed), `saved`, `listed`
 * @property {string} target  how commands name the ruleset, relative to the folder of the host
 * @property {string} base  the ruleset that it extends, or ""
 * @property {() => string[]} paths  of its files, with `/`, relative to the folder of the host
 * @property {(path: string) => string} text  what a file says now, saved or not
 * @property {(path: string, text: string, by?: object) => void} change  says something else from now on: kept in the
 *   browser at once, by the host soon; `by` is who did it, who need not hear of it
 * @property {(path: string, base64: string) => void} put  a file that is no text says something else
 * @property {(path: string) => void} remove
 * @property {(path: string, to: string) => void} rename
 * @property {boolean} readonly  another tab has it, so nothing is written here; `readonly` is told when that changes
 * @property {() => Promise<void>} settled  until the host has all that was written
 * @property {EventTarget["addEventListener"]} addEventListener
 *
 * @typedef {object} Studio  what every pane is given
 * @property {Host} host
 * @property {Project} project
 * @property {string} language
 * @property {(phrase: string, values?: Record<string, string | number>) => string} say  a phrase of `tools/languages`
 * @property {(pane: Pane, side: Side) => void} addPane
 * @property {(id: string) => void} showPane
 * @property {(path: string, place?: Place) => void} open  shows a file in the editor
 * @property {(hear: (path: string, place?: Place) => void) => void} onOpen  the editor hears of that so
 * @property {() => void} sound  somebody has found the rules as they are now without faults: a version of them is kept
 * @property {(text: string, action?: {title: string, act: () => void}) => void} notice  tells something for a while
 * @property {(title: string, content: HTMLElement, buttons: {title: string, value: string}[]) => Promise<string>} dialog  asks; "" when it was
 *   left
 */

export {};
