/**
 * What the protocol calls things, as far as they are used here; lines and characters count from 0, characters in UTF-16.
 *
 * @typedef {{line: number, character: number}} Position
 * @typedef {{start: Position, end: Position}} Range
 * @typedef {{uri: string, range: Range}} Location
 * @typedef {{range: Range, newText: string}} TextEdit
 * @typedef {{title: string, command: string, arguments?: any[]}} Command
 * @typedef {{range: Range, severity?: number, code?: string | number, source?: string, message: string, tags?: number[],
 *   relatedInformation?: {location: Location, message: string}[]}} Diagnostic
 * @typedef {{kind: string, uri: string, newUri?: string, oldUri?: string}} FileChange
 * @typedef {{textDocument: {uri: string, version?: number | null}, edits: TextEdit[]}} DocumentEdit
 * @typedef {{changes?: Record<string, TextEdit[]>, documentChanges?: (FileChange | DocumentEdit)[]}} WorkspaceEdit
 * @typedef {{title: string, kind?: string, edit?: WorkspaceEdit, command?: Command, isPreferred?: boolean, disabled?: {reason: string}}} CodeAction
 * @typedef {{range: Range, command?: Command, data?: any}} CodeLens
 * @typedef {{position: Position, label: string | {value: string}[], kind?: number, paddingLeft?: boolean, paddingRight?: boolean}} InlayHint
 * @typedef {{label: string, kind?: number, detail?: string, documentation?: string | {kind: string, value: string}, sortText?: string,
 *   filterText?: string, insertText?: string, insertTextFormat?: number, textEdit?: TextEdit, additionalTextEdits?: TextEdit[], data?: any}} CompletionItem
 * @typedef {{name: string, detail?: string, kind: number, range: Range, selectionRange: Range, children?: DocumentSymbol[]}} DocumentSymbol
 * @typedef {{name: string, kind: number, containerName?: string, location: Location}} WorkspaceSymbol
 * @typedef {{name: string, kind: number, detail?: string, uri: string, range: Range, selectionRange: Range, data?: any}} CallItem
 * @typedef {{signatures: {label: string, documentation?: string | {kind: string, value: string}, parameters?: {label: string | [number, number],
 *   documentation?: string | {kind: string, value: string}}[], activeParameter?: number}[], activeSignature?: number, activeParameter?: number}} SignatureHelp
 */

export {};
