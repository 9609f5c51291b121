import { isAbsolute, join, parse, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartError } from './start-error.ts'

/** A place of files: a folder of this machine, or a bucket of an S3-compatible store. */
export type Place = FolderPlace | S3Place

export interface FolderPlace {
  /** Absolute path. */
  readonly folder: string
}

/** Credentials aren't part of it: they are the usual `AWS_*` variables, or those of a profile. */
export interface S3Place {
  readonly bucket: string
  /** Prefix of every key: empty, or ending with a slash. */
  readonly prefix: string
  /** Address of the store; AWS's own for the region by default. */
  readonly endpoint: string | undefined
  /** By default the one in `AWS_REGION`, or us-east-1 with an endpoint, since others ignore it. */
  readonly region: string | undefined
  /** Whether the bucket's name is part of the path (as in most stores other than AWS) or of the host. */
  readonly pathStyle: boolean
  /** Encryption requested from the store; the bucket's own by default. */
  readonly sse: 'AES256' | 'aws:kms' | undefined
  /** Key for `aws:kms`; the account's default if absent. */
  readonly kmsKey: string | undefined
  /** A profile in `~/.aws` instead of the credentials in `AWS_*`. */
  readonly profile: string | undefined
}

const form = 's3://bucket?endpoint=https://s3.example.com&region=us-east-1'
const parameters = ['endpoint', 'region', 'path-style', 'sse', 'kms-key', 'profile']

/**
 * Parses a place.
 * @param text a folder's path, `file:///folder`, or `s3://bucket/prefix?endpoint=…&region=…`; further parameters are
 * `path-style` (0 or 1), `sse` (AES256 or aws:kms), `kms-key` and `profile`
 * @param name subject of the error message, such as the setting's name
 * @throws StartError if invalid, without credentials
 */
export function readPlace(text: string, name = 'The place'): Place {
  const refuse = (problem: string) => new StartError(`${name} ${problem}`)
  const [, scheme] = /^([a-z][a-z0-9+.-]+):/i.exec(text) ?? []
  if (scheme?.toLowerCase() === 's3') return readS3(text, refuse)
  if (scheme && scheme.toLowerCase() !== 'file') {
    throw refuse(`is neither a folder nor an S3 store. Use a path such as /mnt/files, or the form ${form}.`)
  }
  const folder = scheme ? pathOfUrl(text) : resolve(text)
  if (!folder || !isAbsolute(folder) || folder === parse(folder).root || folder.includes('\0')) {
    throw refuse('is not a folder that files can be kept in. Use a separate folder, such as /mnt/files.')
  }
  return { folder }
}

type Refuse = (problem: string) => StartError

function readS3(text: string, refuse: Refuse): S3Place {
  if (!URL.canParse(text)) throw refuse(`is not a valid address. Use the form ${form}.`)
  const url = new URL(text)
  if (url.username || url.password) {
    throw refuse(
      'contains credentials. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead, which no log and no process list shows.',
    )
  }
  const bucket = url.host
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.hash) {
    throw refuse(`does not name a bucket. Use the form ${form}.`)
  }
  const unknown = [...url.searchParams.keys()].find(name => !parameters.includes(name))
  if (unknown !== undefined) {
    throw refuse(`has a parameter that is not known. Use only these: ${parameters.join(', ')}.`)
  }
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  if (path && !isPlainKey(path)) {
    throw refuse('has a prefix that cannot be used. Use letters, digits, hyphens and single slashes only.')
  }
  const endpoint = readEndpoint(url.searchParams.get('endpoint'), refuse)
  return {
    bucket,
    prefix: path && `${path}/`,
    endpoint,
    region: url.searchParams.get('region') || undefined,
    pathStyle: (url.searchParams.get('path-style') ?? (endpoint ? '1' : '0')) === '1',
    sse: readSse(url.searchParams.get('sse'), refuse),
    kmsKey: url.searchParams.get('kms-key') || undefined,
    profile: url.searchParams.get('profile') || undefined,
  }
}

function readEndpoint(text: string | null, refuse: Refuse): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.username && !url.password && !url.search && !url.hash && url.pathname === '/'
  if (!isPlain || !['http:', 'https:'].includes(url.protocol)) {
    throw refuse('has an endpoint that is not an address. Use the form endpoint=https://s3.example.com.')
  }
  return url.origin
}

function readSse(text: string | null, refuse: Refuse): S3Place['sse'] {
  if (!text) return undefined
  if (text !== 'AES256' && text !== 'aws:kms') {
    throw refuse('asks for an encryption that is not known. Use sse=AES256 or sse=aws:kms.')
  }
  return text
}

function pathOfUrl(text: string): string | undefined {
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}

/**
 * @param name a folder's name, or several separated by slashes
 * @returns the place below a place
 */
export function placeWithin(place: Place, name: string): Place {
  if ('folder' in place) return { folder: join(place.folder, name) }
  return { ...place, prefix: `${place.prefix}${name}/` }
}

/** @returns a place without secrets, such as `s3://bucket/prefix at https://s3.example.com` */
export function describePlace(place: Place): string {
  if ('folder' in place) return place.folder
  const { bucket, prefix, endpoint } = place
  return `s3://${bucket}/${prefix}`.replace(/\/$/, '') + (endpoint ? ` at ${endpoint}` : '')
}

/**
 * @returns whether a key is valid in every place, and can't lead out of one: names of letters, digits, dots, hyphens
 * and underscores, separated by single slashes, none starting with a dot
 */
export function isPlainKey(key: string): boolean {
  return key.length <= 512 && /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(key)
}
