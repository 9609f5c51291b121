import type { ByteRange } from '../storage/storage-port.ts'

/** Validators of conditional requests: those of an immutable file. */
export interface Validators {
  /** An entity tag, quotes included, without W/. */
  etag: string
  /** With a precision of seconds. */
  modified: Date
  /** In bytes, at least 1. */
  size: number
}

export type Verdict = { status: 200 | 304 | 412 | 416; range?: undefined } | { status: 206; range: ByteRange }

/**
 * Decides how to respond to GET or HEAD, in the order of RFC 9110 section 13.2.2.
 * @returns the status, and for 206 the range
 */
export function evaluateConditions(headers: Headers, method: string, { etag, modified, size }: Validators): Verdict {
  const ifMatch = headers.get('if-match')
  const unmodifiedSince = dateOf(headers.get('if-unmodified-since'))
  if (ifMatch !== null ? !includesEtag(ifMatch, etag, false) : unmodifiedSince && modified > unmodifiedSince) {
    return { status: 412 }
  }
  const ifNoneMatch = headers.get('if-none-match')
  const modifiedSince = dateOf(headers.get('if-modified-since'))
  if (ifNoneMatch !== null ? includesEtag(ifNoneMatch, etag, true) : modifiedSince && modified <= modifiedSince) {
    return { status: 304 }
  }
  const range = headers.get('range')
  // Section 14.2: ranges apply only to GET.
  if (range === null || method !== 'GET' || !isCurrent(headers.get('if-range'), etag, modified)) return { status: 200 }
  return evaluateRange(range, size)
}

/** Section 13.1.5: a part is sent only if the reader's other parts are of the same file. */
function isCurrent(ifRange: string | null, etag: string, modified: Date): boolean {
  if (ifRange === null) return true
  if (ifRange.includes('"')) return ifRange.trim() === etag
  return dateOf(ifRange)?.getTime() === modified.getTime()
}

/** Section 14.1.2. A malformed range, or several, is ignored, which the section allows: the whole file is sent. */
function evaluateRange(range: string, size: number): Verdict {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? []
  if (from === '' && to === '') return { status: 200 }
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? { status: 416 } : { status: 206, range: { start: size - length, end: size - 1 } }
  }
  const start = Number(from)
  if (to !== '' && Number(to) < start) return { status: 200 }
  if (start >= size) return { status: 416 }
  return { status: 206, range: { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) } }
}

/** Whether a list of entity tags, or `*`, includes this one (section 8.8.3.2). */
export function includesEtag(list: string, etag: string, weakly: boolean): boolean {
  if (list.trim() === '*') return true
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some(tag => (weakly ? tag.replace(/^W\//, '') : tag) === etag)
}

function dateOf(text: string | null): Date | undefined {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? undefined : date
}
