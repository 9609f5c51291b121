import { isCode } from '../../rules/codes.ts'
import { isEmailAddress } from '../../rules/email.ts'
import { codeLength, testLoginDays } from '../../rules/limits.ts'
import { type ConfigValues, quote } from './config-values.ts'
import { isPublicHost } from './loopback.ts'
import { type Place, readPlace } from './place.ts'

/* Readers of settings that are more than text or a number. Each adds its errors to `values.problems`. */

/** A sign-in with a fixed code. */
export interface TestLogin {
  /** In lower case. */
  readonly email: string
  readonly code: string
  /** Undefined if it never expires. */
  readonly expires: Date | undefined
}

/** clamd's TCP port or Unix socket, as `net.connect` takes it. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** @returns the address in `CLAMD_URL`: `tcp://host:port`, or `unix:` and the absolute path of a socket */
export function readClamd(values: ConfigValues): ClamdAddress | undefined {
  const text = values.text('CLAMD_URL')
  if (text === undefined) return undefined
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1]
  if (path) return { path }
  const { protocol, hostname, port, pathname } = URL.canParse(text) ? new URL(text) : new URL('none:')
  if (protocol === 'tcp:' && hostname && port && !pathname.replace('/', '')) {
    return { host: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port) }
  }
  values.problem(
    `CLAMD_URL is ${quote(text)}. Use tcp://host:port, such as tcp://127.0.0.1:3310, or unix: and a path, such as unix:/var/run/clamav/clamd.ctl.`,
  )
  return undefined
}

/** @returns the folder or S3 store that a setting names */
export function readPlaceSetting(values: ConfigValues, name: string): Place | undefined {
  const text = values.text(name)
  if (text === undefined) return undefined
  try {
    return readPlace(text, name)
  } catch (error) {
    values.problem((error as Error).message)
    return undefined
  }
}

/** @returns the keys in VAULT_KEY, of 32 bytes each */
export function readVaultKey(values: ConfigValues): Buffer[] | undefined {
  const text = values.text('VAULT_KEY')
  if (text === undefined) return undefined
  const keys = parseVaultKeys(text)
  if (!keys) {
    values.problem(
      'VAULT_KEY is not a key of 32 bytes in base64, or several with spaces between them. Create one with `openssl rand -base64 32`, and keep it: files that it encrypts cannot be read without it.',
    )
  }
  return keys
}

/**
 * @param text keys separated by spaces, each 32 bytes in base64
 * @returns the keys; undefined if one of them is invalid
 */
function parseVaultKeys(text: string): Buffer[] | undefined {
  const keys = text.split(/\s+/).map(each => {
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(each)
    return isBase64 ? Buffer.from(each, 'base64') : Buffer.alloc(0)
  })
  return keys.every(key => key.length === 32) ? keys : undefined
}

/** @returns the key in `BACKUP_KEY`, of 32 bytes */
export function readBackupKey(values: ConfigValues): Buffer | undefined {
  const text = values.text('BACKUP_KEY')
  if (text === undefined) return undefined
  const key = Buffer.from(text, 'base64')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return key
  values.problem(
    'BACKUP_KEY is not a key of 32 bytes in base64. Create one with `openssl rand -base64 32`, and keep it somewhere else: without it, no backup can be restored.',
  )
  return undefined
}

const auditSinks = ['file:', 'syslog:', 'syslog+udp:', 'syslog+tls:', 'https:', 'http:']

export function readAuditSink(values: ConfigValues): string | undefined {
  const text = values.text('AUDIT_SINK')
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isFile = url?.protocol === 'file:' && !url.host && /^file:\//.test(text) && !url.pathname.endsWith('/')
  if (!url || !auditSinks.includes(url.protocol) || !(isFile || url.host)) {
    values.problem(
      'AUDIT_SINK is not a place to write the audit log to. Use file:///var/log/promissory-audit.jsonl, syslog://host:514 (TCP), syslog+tls://host:6514, syslog+udp://host:514 or https://host/path.',
    )
  } else if (url.protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) {
    values.problem('AUDIT_SINK would send the audit log unencrypted. Use https:// for another machine.')
  }
  return text
}

export function readTestLogin(values: ConfigValues, origin: string | undefined): TestLogin | undefined {
  const email = values.text('TEST_LOGIN_EMAIL')
  const code = values.text('TEST_LOGIN_CODE')
  if ((email === undefined) !== (code === undefined)) {
    const missing = email === undefined ? 'TEST_LOGIN_EMAIL' : 'TEST_LOGIN_CODE'
    values.problem(`${missing} is missing. Set both TEST_LOGIN_EMAIL and TEST_LOGIN_CODE, or neither.`)
  }
  if (email !== undefined && !isEmailAddress(email)) {
    values.problem(
      `TEST_LOGIN_EMAIL is ${quote(email)}, which is not an e-mail address. Use the form name@example.com.`,
    )
  }
  if (code !== undefined && !isCode(code)) {
    values.problem(`TEST_LOGIN_CODE is not a valid code. Use exactly ${codeLength} digits.`)
  }
  const expires = readTestLoginExpiry(values)
  if (
    email !== undefined &&
    expires === undefined &&
    origin?.startsWith('https:') &&
    !values.text('TEST_LOGIN_EXPIRES')
  ) {
    values.problem(
      `TEST_LOGIN_EMAIL is set and APP_URL is https, so that a known code would sign in to a public site. Unset it, or set TEST_LOGIN_EXPIRES to the last day it may work, at most ${testLoginDays} days from now, such as TEST_LOGIN_EXPIRES=${dayAfter(7)}.`,
    )
  }
  return email && code ? { email: email.toLowerCase(), code, expires } : undefined
}

/** @returns the end of the test sign-in's last day, in UTC, if set */
function readTestLoginExpiry(values: ConfigValues): Date | undefined {
  const day = values.text('TEST_LOGIN_EXPIRES')
  if (day === undefined) return undefined
  const end = Date.parse(`${day}T24:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(end)) {
    values.problem(`TEST_LOGIN_EXPIRES is ${quote(day)}, which is not a day. Use the form ${dayAfter(7)}.`)
    return undefined
  }
  if (end <= Date.now() || day > dayAfter(testLoginDays)) {
    values.problem(
      `TEST_LOGIN_EXPIRES is ${quote(day)}. Use a day from today to ${dayAfter(testLoginDays)}, or unset TEST_LOGIN_EMAIL and TEST_LOGIN_CODE.`,
    )
  }
  return new Date(end)
}

/** @returns the UTC day that many days from now, such as 2026-11-22 */
function dayAfter(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whether administrators and approvers have their rights only in sessions with a passkey, and why. */
export interface PasskeyRule {
  readonly required: boolean
  /** Set by REQUIRE_ADMIN_PASSKEY, otherwise by the site's address. */
  readonly bySetting: boolean
  /** `public`: https with a public host name. `demo`: the sample fund's, on any address. */
  readonly address: 'public' | 'local' | 'demo'
}

/**
 * @param origin of the site; undefined if invalid
 * @param demo whether the site is the sample fund's: its fictional people can't add passkeys beforehand
 */
export function readPasskeyRule(values: ConfigValues, origin: string | undefined, demo: boolean): PasskeyRule {
  const setting = values.text('REQUIRE_ADMIN_PASSKEY')
  if (setting !== undefined && setting !== '0' && setting !== '1') {
    values.problem(
      `REQUIRE_ADMIN_PASSKEY is ${quote(setting)}. Use 1 to require a passkey of every administrator and approver, or 0 not to; unset, it is required where APP_URL is a public https address.`,
    )
  }
  const isPublic = origin?.startsWith('https:') && isPublicHost(new URL(origin).hostname)
  const address = demo ? 'demo' : isPublic ? 'public' : 'local'
  const required = setting === undefined ? address === 'public' : setting === '1'
  return { required, bySetting: setting !== undefined, address }
}

export function readDevPages(values: ConfigValues): boolean {
  const devPages = values.text('DEV_PAGES') ?? '0'
  if (devPages !== '0' && devPages !== '1') {
    values.problem(`DEV_PAGES is ${quote(devPages)}. Use 1 to turn the developer pages on, or 0 to turn them off.`)
  }
  return devPages === '1'
}

export function readOpenSignUp(values: ConfigValues): boolean {
  const openSignUp = values.text('OPEN_SIGN_UP') ?? '1'
  if (openSignUp !== '0' && openSignUp !== '1') {
    values.problem(
      `OPEN_SIGN_UP is ${quote(openSignUp)}. Use 1 to let anyone sign up, or 0 to let in only people you invite.`,
    )
  }
  return openSignUp === '1'
}
