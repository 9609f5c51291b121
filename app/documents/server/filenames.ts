import { filenameBytes } from '../../../rules/limits.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type AcceptedExtension, acceptedExtension, type FileType } from '../documents.ts'

/**
 * Makes a filename sent by a browser safe to store, list and download: one path segment in Unicode's composed form
 * (NFC), without invisible characters, at most 255 bytes of UTF-8 with its extension intact.
 * @param sent any text
 * @returns the name, and its accepted extension
 * @throws PortalError FILE_NAME if nothing remains, FILE_TYPE if its extension is not accepted
 */
export function cleanFilename(sent: string): { filename: string; extension: AcceptedExtension } {
  const name = stripInvisible(sent.split(/[/\\]/).at(-1) ?? '')
  if (!name || /^\.*$/.test(name)) throw new PortalError('FILE_NAME')
  const extension = acceptedExtension(name)
  if (!extension) throw new PortalError('FILE_TYPE')
  return { filename: withinLimit(name, extension), extension }
}

/** @returns a name with its extension, truncated before it if too long */
function withinLimit(name: string, extension: FileType): string {
  const dot = name.length - extension.length - 1
  const stem = truncateToBytes(name.slice(0, dot).trimEnd(), filenameBytes - extension.length - 1)
  if (!stem || /^\.*$/.test(stem)) throw new PortalError('FILE_NAME')
  return stem + name.slice(dot)
}

/**
 * Makes a typed name safe for an existing file, as `cleanFilename` does, with the file's extension. Another accepted
 * extension at the end is dropped; slashes, which names can't contain, become dashes.
 * @param typed any text
 * @throws PortalError FILE_NAME if nothing remains
 */
export function renamedFilename(typed: string, extension: FileType): string {
  let name = stripInvisible(typed.replaceAll(/[/\\]/g, '-'))
  for (let other = acceptedExtension(name); other && other !== extension; other = acceptedExtension(name)) {
    name = name.slice(0, -other.length - 1).trimEnd()
  }
  const isNamed = name.toLowerCase().endsWith(`.${extension}`)
  return withinLimit(isNamed ? name : `${name.replace(/[. ]+$/, '')}.${extension}`, extension)
}

/**
 * Makes a typed name safe for a document without a file, a signing link.
 * @param typed any text
 * @returns the name; empty if nothing remains
 */
export function cleanTitle(typed: string): string {
  return truncateToBytes(stripInvisible(typed.replaceAll(/[/\\]/g, '-')), filenameBytes)
}

/**
 * Makes a fund's name safe as a heading: one line, without invisible characters.
 * @param typed any text
 * @returns the name; empty if nothing remains
 */
export function cleanFundName(typed: string): string {
  return typed
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]+/gu, ' ')
    .trim()
}

/** Normalizes text to Unicode's composed form, on one line, without invisible characters. */
function stripInvisible(text: string): string {
  return (
    text
      .normalize('NFC')
      // Control characters; invisible ones (category Cf): direction marks, which can make `fdp.exe` read `exe.pdf`,
      // joiners, zero-width spaces and tags; unpaired surrogates.
      .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]|\ufffd/gu, '')
      .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim()
  )
}

/** Truncates text to a number of bytes of UTF-8, between characters. */
function truncateToBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read).trimEnd()
}
