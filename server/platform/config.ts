import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { parse, resolve } from 'node:path'
import { noticeWindow } from '../../rules/limits.ts'
import { ConfigError } from './config-error.ts'
import {
  type ClamdAddress,
  type PasskeyRule,
  readAuditSink,
  readBackupKey,
  readClamd,
  readDevPages,
  readOpenSignUp,
  readPasskeyRule,
  readPlaceSetting,
  readTestLogin,
  readVaultKey,
  type TestLogin,
} from './config-readers.ts'
import { ConfigValues, type Environment, quote } from './config-values.ts'
import { defaultDataDir } from './data-folder.ts'
import { isLoopbackHost } from './loopback.ts'
import type { Place } from './place.ts'

/** The operator's settings, validated and complete. Created by `readConfig` and immutable. */
export interface Config {
  /** The TCP port to listen on; 0 means any free one. */
  readonly port: number
  /** The address to listen on. */
  readonly host: string
  /** The site's public address, without a trailing slash. */
  readonly origin: string
  /** Whether `APP_URL` set the origin; otherwise it is derived from host and port. */
  readonly originIsSet: boolean
  /** Whether the server listens on this machine only. */
  readonly loopback: boolean
  /** Whether visitors use https. */
  readonly secure: boolean
  /** Absolute path of the folder with all of the server's data. */
  readonly dataDir: string
  /** Place of people's files; if absent, the data folder. */
  readonly storage: Place | undefined
  /** Keys that encrypt files: the first wraps, all unwrap; if absent, files are stored unencrypted. Secret. */
  readonly vaultKeys: readonly Buffer[] | undefined
  /** Keys of account and tax numbers: VAULT_KEY's. The sample fund has one without, since its numbers are published. */
  readonly numberKeys: readonly Buffer[] | undefined
  /** Place of nightly backups; if absent, backups are made only on request. */
  readonly backupPlace: Place | undefined
  /** Encrypts backups, if set. Secret. */
  readonly backupKey: Buffer | undefined
  /** A PostgreSQL to use instead of the embedded one. Secret: it may contain a password. */
  readonly databaseUrl: string | undefined
  /** The PostgreSQL itself, if `databaseUrl` is a connection pooler. Secret. */
  readonly databaseDirectUrl: string | undefined
  /**
   * The mail server; if absent, mail is saved to `outbox` in the data folder. Secret. With `?insecure=1`, mail may
   * leave this machine unencrypted.
   */
  readonly smtpUrl: string | undefined
  /** Sender of mail, `address` or `Name <address>`; if absent, the fund's own address in `content/`. */
  readonly mailFrom: string | undefined
  /** Signs sessions and codes; if absent, see `readOrCreateAuthSecret`. */
  readonly authSecret: string | undefined
  /** Second destination of the audit log; if absent, its daily proof is mailed to the fund. Secret. */
  readonly auditSink: string | undefined
  /** Number of proxies in front of the server that append to `X-Forwarded-For`. */
  readonly trustProxy: number
  /** The one address that signs in with a fixed code, until `expires` if set; never an administrator. */
  readonly testLogin: TestLogin | undefined
  /** Whether anyone may sign up; otherwise only invited people and those who have signed in before. */
  readonly openSignUp: boolean
  /** Whether administrators and approvers have their rights only in sessions with a passkey. */
  readonly passkeyRule: PasskeyRule
  /** Days before the approvals of a new administrator or approver count. */
  readonly approverWaitDays: number
  /** Whether the developer pages exist. */
  readonly devPages: boolean
  /** Time for which events are collected before they are e-mailed, in milliseconds. */
  readonly noticeWindow: number
  /** clamd's address for malware scans of uploads; if absent, nothing is scanned. */
  readonly clamd: ClamdAddress | undefined
  /** Authority for time stamps on seals, RFC 3161; if absent, seals have none. */
  readonly tsaUrl: string | undefined
  /** File with certificates, PEM, that the authority's may lead to, beside those that Node trusts. */
  readonly tsaRoots: string | undefined
  /** Number of processes that serve the site on this machine. With 1, it is the one that was started. */
  readonly workers: number
}

/**
 * Reads the configuration from environment variables. An empty value counts as absent. Accesses the disk only to choose
 * the data folder (`dataDirByDefault`), and quotes no secrets in its messages.
 * @param demo whether the site is the sample fund's
 * @throws ConfigError with every problem
 */
export function readConfig(env: Environment, dataDirByDefault: () => string = defaultDataDir, demo = false): Config {
  const values = new ConfigValues(env)
  const { origin, ...address } = readAddress(values)
  const vaultKeys = readVaultKey(values)
  const config = {
    ...address,
    ...readFolders(values, dataDirByDefault),
    ...readDatabase(values),
    vaultKeys,
    numberKeys: vaultKeys ?? (demo ? [createHash('sha256').update('the sample fund').digest()] : undefined),
    backupPlace: readPlaceSetting(values, 'BACKUP_URL'),
    backupKey: readBackupKey(values),
    ...readMail(values),
    authSecret: readAuthSecret(values),
    auditSink: readAuditSink(values),
    trustProxy: values.number('TRUST_PROXY', 0, 10, 'a number of proxies'),
    testLogin: readTestLogin(values, origin),
    noticeWindow: values.number('NOTICE_WINDOW', noticeWindow / 1000, 86_400, 'a number of seconds') * 1000,
    openSignUp: readOpenSignUp(values),
    passkeyRule: readPasskeyRule(values, origin, demo),
    approverWaitDays: values.number('DECIDER_WAIT_DAYS', 3, 30, 'a number of days'),
    devPages: readDevPages(values),
    clamd: readClamd(values),
    ...readTimestamps(values),
    workers: values.number('WORKERS', 1, 64, 'a number of processes', 1),
  }
  if (values.problems.length > 0 || origin === undefined) throw new ConfigError(values.problems)
  return { ...config, origin, secure: origin.startsWith('https:') }
}

function readAddress(values: ConfigValues) {
  const port = values.number('PORT', 3000, 65_535, 'a port')
  const host = values.text('HOST') ?? '127.0.0.1'
  const hostIsName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(host)
  if (!isIP(host) && !hostIsName) {
    values.problem(
      `HOST is ${quote(host)}, which is not an address to listen on. Use an IP address such as 0.0.0.0 or ::1.`,
    )
  }
  const loopback = isLoopbackHost(host)
  const appUrl = values.text('APP_URL')
  const origin = appUrl === undefined ? ownOrigin(host, port, loopback) : readOrigin(appUrl)
  if (origin === undefined) {
    values.problem(
      `APP_URL is ${quote(appUrl)}. Use only the site's scheme and host, such as https://invest.example.com.`,
    )
  }
  if (appUrl === undefined && !loopback) {
    values.problem(
      `HOST is ${quote(host)}, which others can reach, but APP_URL is not set. Set it to the address they will use, such as APP_URL=https://invest.example.com.`,
    )
  }
  return { port, host, loopback, origin, originIsSet: appUrl !== undefined }
}

function readFolders(values: ConfigValues, dataDirByDefault: () => string) {
  const given = values.text('DATA_DIR')
  const dataDir = given === undefined ? dataDirByDefault() : resolve(given)
  if (dataDir === parse(dataDir).root || dataDir.includes('\0')) {
    values.problem(`DATA_DIR is ${quote(dataDir)}. Use a separate folder, such as ./data.`)
  }
  return { dataDir, storage: readPlaceSetting(values, 'STORAGE_URL') }
}

function readDatabase(values: ConfigValues) {
  const read = (name: string) =>
    values.server(name, ['postgres', 'postgresql'], 'postgres://user:password@host:5432/database')
  const [databaseUrl, databaseDirectUrl] = [read('DATABASE_URL'), read('DATABASE_DIRECT_URL')]
  if (databaseDirectUrl && !databaseUrl) {
    values.problem(
      'DATABASE_DIRECT_URL is set, but DATABASE_URL is not. Set DATABASE_URL to the connection pooler, or only DATABASE_URL where there is none.',
    )
  }
  return { databaseUrl, databaseDirectUrl }
}

function readMail(values: ConfigValues) {
  const smtpUrl = values.server('SMTP_URL', ['smtp', 'smtps'], 'smtp://user:password@host:587')
  const insecure = smtpUrl !== undefined && URL.canParse(smtpUrl) ? new URL(smtpUrl).searchParams.get('insecure') : null
  if (insecure !== null && insecure !== '1') {
    values.problem(
      'SMTP_URL has a parameter insecure that is not 1. Use ?insecure=1 to send mail unencrypted where the server offers nothing better, or leave it out.',
    )
  }
  const mailFrom = values.text('MAIL_FROM')
  if (mailFrom !== undefined && !isSender(mailFrom)) {
    values.problem(
      `MAIL_FROM is ${quote(mailFrom)}, which is not an e-mail address. Use the form name@example.com or Name <name@example.com>.`,
    )
  }
  return { smtpUrl, mailFrom }
}

function readTimestamps(values: ConfigValues) {
  const tsaUrl = values.server('TSA_URL', ['https', 'http'], 'https://tsa.example.com/tsr')
  const tsaRoots = values.text('TSA_ROOTS')
  if (tsaRoots && !tsaUrl) values.problem('TSA_ROOTS is set, but TSA_URL is not. Set both, or only TSA_URL.')
  return { tsaUrl, tsaRoots }
}

function readAuthSecret(values: ConfigValues): string | undefined {
  const authSecret = values.text('AUTH_SECRET')
  if (authSecret !== undefined && authSecret.length < 32) {
    values.problem(
      `AUTH_SECRET has ${authSecret.length} characters and needs at least 32. Create one with \`openssl rand -base64 32\`, or leave it unset to have one created and kept in DATA_DIR.`,
    )
  }
  return authSecret
}

/** The configuration once the server listens on `port`: if `PORT` is 0 and `APP_URL` is not set, the origin is unknown before. */
export function withPort(config: Config, port: number): Config {
  if (config.originIsSet) return { ...config, port }
  return { ...config, port, origin: ownOrigin(config.host, port, config.loopback) }
}

function ownOrigin(host: string, port: number, loopback: boolean): string {
  const name = loopback ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host
  return `http://${name}:${port}`
}

/** @returns the origin in `text`; undefined if it isn't one */
function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password
  return bare && ['http:', 'https:'].includes(url.protocol) ? url.origin : undefined
}

/** Less strict than for people's addresses: an internal mail server's name may have no dot. */
function isSender(text: string): boolean {
  const address = /^[^<>"\r\n]*<([^<>]+)>$/.exec(text)?.[1] ?? text
  return /^[^\s@<>"(),:;]+@[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(address.trim())
}
