import { isIP } from 'node:net'
import { parse, resolve } from 'node:path'
import { isCode } from '../../rules/codes.ts'
import { isEmailAddress } from '../../rules/email.ts'
import { codeLength, noticeWindow } from '../../rules/limits.ts'
import { defaultDataDir } from './data-folder.ts'
import { scrub } from './log.ts'

/** What the operator has set, checked and complete. Made by `readConfig`, never changed afterwards. */
export interface Config {
  /** The TCP port to listen on; 0 means any free one. */
  readonly port: number
  /** The address to listen on. */
  readonly host: string
  /** The site's address as its visitors see it, without a slash at its end. */
  readonly origin: string
  /** Whether `APP_URL` named the origin; otherwise it follows from host and port. */
  readonly originIsSet: boolean
  /** Whether the server listens on this machine only. */
  readonly loopback: boolean
  /** Whether visitors come by https. */
  readonly secure: boolean
  /** Absolute path of the folder that holds everything the server keeps. */
  readonly dataDir: string
  /** A PostgreSQL to use instead of the embedded one. Secret: it may hold a password. */
  readonly databaseUrl: string | undefined
  /** The mail server. Absent: mail is written to `outbox` in the data folder. Secret likewise. */
  readonly smtpUrl: string | undefined
  /** The sender of mail, `address` or `Name <address>`. Absent: the fund's own address in `content/`. */
  readonly mailFrom: string | undefined
  /** What sessions and codes are signed with. Absent: see `readOrCreateAuthSecret`. */
  readonly authSecret: string | undefined
  /** How many proxies stand in front and append to `X-Forwarded-For`. */
  readonly trustProxy: number
  /** The one pair that signs in without mail; never as an administrator. */
  readonly testLogin: { readonly email: string; readonly code: string } | undefined
  /** Whether the pages for developers are there. */
  readonly devPages: boolean
  /** How long news for a person is gathered before it is mailed, in milliseconds. */
  readonly noticeWindow: number
}

/** The configuration cannot be used. `problems` holds a sentence for each thing to put right. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads the configuration from environment variables. An empty value counts as absent. Touches no disk but
 * to choose the data folder (`dataDirByDefault`), and repeats no secret in its messages.
 * Throws a ConfigError with every problem there is.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  dataDirByDefault: () => string = defaultDataDir,
): Config {
  const problems: string[] = []
  const problem = (sentence: string) => void problems.push(sentence)
  const value = (name: string) => env[name]?.trim() || undefined

  /** A whole number, or the default when it is absent or wrong. */
  const number = (name: string, byDefault: number, most: number, what: string) => {
    const text = value(name)
    if (text === undefined) return byDefault
    if (/^\d{1,6}$/.test(text) && Number(text) <= most) return Number(text)
    problem(`${name} is ${show(text)}, which is not ${what}: give a whole number from 0 to ${most}.`)
    return byDefault
  }

  /** An address of another server, one of whose schemes must match. Never shown: it may hold a password. */
  const server = (name: string, schemes: string[], example: string) => {
    const text = value(name)
    if (text === undefined) return undefined
    if (!schemes.some(scheme => text.startsWith(`${scheme}://`))) {
      problem(`${name} does not begin with ${schemes.map(scheme => `${scheme}://`).join(' or ')}: write ${example}.`)
    } else if (!URL.canParse(text)) {
      problem(
        `${name} cannot be read as an address: write ${example}, with special characters in the password percent-encoded.`,
      )
    }
    return text
  }

  const port = number('PORT', 3000, 65_535, 'a port')
  const host = value('HOST') ?? '127.0.0.1'
  const hostIsName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
  if (!isIP(host) && !hostIsName) {
    problem(`HOST is ${show(host)}, which is no address to listen on: give an IP address such as 0.0.0.0 or ::1.`)
  }
  const loopback = host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

  const appUrl = value('APP_URL')
  const origin = appUrl === undefined ? ownOrigin(host, port, loopback) : readOrigin(appUrl)
  if (origin === undefined) {
    problem(`APP_URL is ${show(appUrl)}: give the site's scheme and host alone, such as https://invest.example.com.`)
  }
  if (appUrl === undefined && !loopback) {
    problem(
      `HOST is ${show(host)}, which others can reach, but APP_URL is not set: give the address they will use, such as APP_URL=https://invest.example.com.`,
    )
  }

  const given = value('DATA_DIR')
  const dataDir = given === undefined ? dataDirByDefault() : resolve(given)
  if (dataDir === parse(dataDir).root || dataDir.includes('\0')) {
    problem(`DATA_DIR is ${show(dataDir)}: give a folder of its own, such as ./data.`)
  }

  const storageUrl = value('STORAGE_URL')
  if (storageUrl !== undefined) {
    const what = storageUrl.startsWith('s3://') ? 'names an S3 store' : 'is set'
    problem(`STORAGE_URL ${what}, but this version keeps files in DATA_DIR only: leave STORAGE_URL unset.`)
  }

  const databaseUrl = server('DATABASE_URL', ['postgres', 'postgresql'], 'postgres://user:password@host:5432/database')
  const smtpUrl = server('SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587')
  const mailFrom = value('MAIL_FROM')
  if (mailFrom !== undefined && !isSender(mailFrom)) {
    problem(
      `MAIL_FROM is ${show(mailFrom)}, which is no mail address: write name@example.com or Name <name@example.com>.`,
    )
  }

  const authSecret = value('AUTH_SECRET')
  if (authSecret !== undefined && authSecret.length < 32) {
    problem(
      `AUTH_SECRET has ${authSecret.length} characters and needs at least 32: make one with \`openssl rand -base64 32\`, or leave it unset and one is kept in DATA_DIR.`,
    )
  }

  const trustProxy = number('TRUST_PROXY', 0, 10, 'a number of proxies')

  const testEmail = value('TEST_LOGIN_EMAIL')
  const testCode = value('TEST_LOGIN_CODE')
  if ((testEmail === undefined) !== (testCode === undefined)) {
    const missing = testEmail === undefined ? 'TEST_LOGIN_EMAIL' : 'TEST_LOGIN_CODE'
    problem(`${missing} is missing: set both TEST_LOGIN_EMAIL and TEST_LOGIN_CODE, or neither.`)
  }
  if (testEmail !== undefined && !isEmailAddress(testEmail)) {
    problem(`TEST_LOGIN_EMAIL is ${show(testEmail)}, which is no mail address: write name@example.com.`)
  }
  if (testCode !== undefined && !isCode(testCode)) {
    problem(`TEST_LOGIN_CODE is not a login code: give exactly ${codeLength} digits.`)
  }

  const noticeSeconds = number('NOTICE_WINDOW', noticeWindow / 1000, 86_400, 'a number of seconds')

  const devPages = value('DEV_PAGES') ?? '0'
  if (devPages !== '0' && devPages !== '1') {
    problem(`DEV_PAGES is ${show(devPages)}: give 1 for the pages for developers, or 0.`)
  }

  if (problems.length > 0 || origin === undefined) throw new ConfigError(problems)
  return {
    port,
    host,
    origin,
    originIsSet: appUrl !== undefined,
    loopback,
    secure: origin.startsWith('https:'),
    dataDir,
    databaseUrl,
    smtpUrl,
    mailFrom,
    authSecret,
    trustProxy,
    testLogin: testEmail && testCode ? { email: testEmail.toLowerCase(), code: testCode } : undefined,
    devPages: devPages === '1',
    noticeWindow: noticeSeconds * 1000,
  }
}

/**
 * The configuration once the server listens on `port`: where `PORT` was 0 and `APP_URL` is not set, the
 * origin is known only then.
 */
export function withPort(config: Config, port: number): Config {
  if (config.originIsSet) return { ...config, port }
  return { ...config, port, origin: ownOrigin(config.host, port, config.loopback) }
}

function ownOrigin(host: string, port: number, loopback: boolean): string {
  const name = loopback ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** The origin that `text` names, or undefined if it names none, or more than that. */
function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined
}

/** Looser than what a person may type: a house's own mail server may have a name without a dot. */
function isSender(text: string): boolean {
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text
  return /^[^\s@<>"(),:;]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address.trim())
}

function show(text: string | undefined): string {
  const line = scrub(text ?? '').replaceAll(/\p{Cc}/gu, ' ')
  return `"${line.length > 80 ? `${line.slice(0, 80)}…` : line}"`
}
