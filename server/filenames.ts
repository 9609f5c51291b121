import { type AcceptedExtension, acceptedExtension } from '../rules/documents.ts'
import { filenameBytes } from '../rules/limits.ts'
import { PortalError } from './errors.ts'

/**
 * Makes a name that a browser sent fit to be kept, listed and downloaded: one path segment in Unicode's
 * composed form (NFC), nothing invisible in it, at most 255 bytes of UTF-8 with its extension whole.
 * @param sent any text
 * @returns the name, and the accepted extension it ends with
 * @throws PortalError FILE_NAME where nothing is left of it, FILE_TYPE where its extension is not accepted
 */
export function cleanFilename(sent: string): { filename: string; extension: AcceptedExtension } {
  const name = (sent.split(/[/\\]/).at(-1) ?? '')
    .normalize('NFC')
    // Control characters, and all that is there without being seen: marks that turn the reading direction and
    // so can make `fdp.exe` read `exe.pdf`, joiners and spaces of no width, tags (category Cf); half characters.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]|\ufffd/gu, '')
    .replaceAll(/[\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  if (!name || /^\.*$/.test(name)) throw new PortalError('FILE_NAME')
  const extension = acceptedExtension(name)
  if (!extension) throw new PortalError('FILE_TYPE')
  const dot = name.length - extension.length - 1
  const stem = cutToBytes(name.slice(0, dot).trimEnd(), filenameBytes - extension.length - 1)
  if (!stem || /^\.*$/.test(stem)) throw new PortalError('FILE_NAME')
  return { filename: stem + name.slice(dot), extension }
}

/** The longest beginning of a text that fits in so many bytes of UTF-8 and ends between two characters. */
function cutToBytes(text: string, bytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read).trimEnd()
}

/**
 * The header that names a file to the browser, RFC 6266: in ASCII for old ones, and in full (RFC 8187).
 * @param shown `inline` to show it in the browser, `attachment` to save it
 */
export function contentDisposition(shown: 'inline' | 'attachment', filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["\\%]/gu, '_')
  const full = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${shown}; filename="${ascii}"; filename*=UTF-8''${full}`
}
