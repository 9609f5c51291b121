import type { FileMark } from '../file-checks.ts'
import { type ZipPart, zipParts } from './zip-parts.ts'

/**
 * @param bytes a .docx, which is a zip archive (ISO/IEC 29500-2)
 * @returns marks for macros or controls, embedded files, and external content; `unreadable` if the relevant parts are
 */
export function wordMarks(bytes: Buffer): FileMark[] {
  try {
    const parts = zipParts(bytes)
    const types = parts.filter(({ name }) => /^\/?\[content_types\]\.xml$/i.test(name)).map(textOf)
    const relations = parts.filter(({ name }) => /\.rels$/i.test(name)).map(textOf)
    const marks = new Set<FileMark>()
    if (parts.some(({ name }) => /vbaProject|vbaData|(^|[/\\])activeX[/\\]/i.test(name))) marks.add('macros')
    // The content type identifies a macro project, whatever its part's name.
    if (types.some(text => /vbaProject|vbaData|macroEnabled|activeX/i.test(text))) marks.add('macros')
    if (parts.some(({ name }) => /[/\\]embeddings[/\\]/i.test(name))) marks.add('attachments')
    if (types.some(text => /oleObject/i.test(text))) marks.add('attachments')
    if (relations.some(loadsFromElsewhere)) marks.add('template')
    // Character references only serve to hide something.
    if (types.length === 0 || [...types, ...relations].some(text => /<!DOCTYPE|&#/i.test(text))) marks.add('unreadable')
    return [...marks]
  } catch {
    return ['unreadable']
  }
}

/** Whether a part has a relationship to an external template, object or document. Links are harmless. */
function loadsFromElsewhere(text: string): boolean {
  return text
    .split(/<(?:\w+:)?Relationship\b/)
    .some(
      relation =>
        /TargetMode\s*=\s*["']\s*External/i.test(relation) &&
        /\/(attachedTemplate|oleObject|subDocument|aFChunk|frame|mailMergeSource|recipientData)\s*["']/i.test(relation),
    )
}

/** XML is UTF-8 or, with a byte order mark, UTF-16. */
function textOf(part: ZipPart): string {
  const bytes = part.read()
  const mark = bytes.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff')
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(bytes)
  return bytes.toString('utf8')
}
