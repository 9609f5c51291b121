import { settingsOf } from '../../../server/database/settings.ts'
import type { Config } from '../../../server/platform/config.ts'
import { isLoopbackHost } from '../../../server/platform/loopback.ts'
import type { Place } from '../../../server/platform/place.ts'

/** An unencrypted connection to another machine, which anyone on the way can read or impersonate. */
export interface PlainConnection {
  /** Its destination, such as 'Database'. */
  what: string
  /** The relevant setting. */
  setting: string
  /** The other machine, or the address that it connects to. Never a secret. */
  host: string
  /** The fix, in a sentence. */
  act: string
}

type Settings = Pick<
  Config,
  | 'auditSink'
  | 'backupPlace'
  | 'clamd'
  | 'databaseDirectUrl'
  | 'databaseUrl'
  | 'host'
  | 'loopback'
  | 'origin'
  | 'secure'
  | 'smtpUrl'
  | 'storage'
>

/**
 * @returns unencrypted connections to other machines. A private network can't be detected, so connections between
 * containers on one machine are included
 */
export function plainConnections(config: Settings): PlainConnection[] {
  const { databaseUrl, databaseDirectUrl, storage, backupPlace, auditSink, clamd, smtpUrl } = config
  const found = [
    databaseUrl && plainDatabase('DATABASE_URL', databaseUrl),
    databaseDirectUrl && plainDatabase('DATABASE_DIRECT_URL', databaseDirectUrl),
    plainStore('File storage', 'STORAGE_URL', storage),
    plainStore('Backups', 'BACKUP_URL', backupPlace),
    smtpUrl && new URL(smtpUrl).searchParams.has('insecure')
      ? plain(
          'Mail server',
          'SMTP_URL',
          new URL(smtpUrl).hostname,
          'Remove ?insecure=1 once the server offers STARTTLS.',
        )
      : undefined,
    auditSink && /^syslog(\+udp)?:/.test(auditSink)
      ? plain('Copy of the audit log', 'AUDIT_SINK', new URL(auditSink).hostname, 'Use syslog+tls://.')
      : undefined,
    clamd && 'host' in clamd
      ? plain(
          'Malware scanner',
          'CLAMD_URL',
          clamd.host,
          'Let it run on this machine, or keep the network between them private.',
        )
      : undefined,
    ...plainVisitors(config),
  ]
  return found.filter(connection => connection !== undefined && connection !== '')
}

function plain(what: string, setting: string, host: string, act: string): PlainConnection | undefined {
  return isLoopbackHost(host) ? undefined : { what, setting, host, act }
}

function plainDatabase(setting: string, url: string): PlainConnection | undefined {
  const { host = 'localhost', ssl } = settingsOf(url)
  const isChecked = ssl === true || (typeof ssl === 'object' && ssl.rejectUnauthorized !== false)
  if (isChecked || host.startsWith('/')) return undefined
  return plain('Database', setting, host, 'Add ?sslmode=verify-full.')
}

function plainStore(what: string, setting: string, place: Place | undefined): PlainConnection | undefined {
  if (!place || 'folder' in place || !place.endpoint?.startsWith('http:')) return undefined
  return plain(what, setting, new URL(place.endpoint).hostname, 'Use an endpoint with https://.')
}

/** The site's own listener: with https, TLS ends before it, at a proxy. */
function plainVisitors({ origin, secure, loopback, host }: Settings): (PlainConnection | undefined)[] {
  if (!secure)
    return [
      plain('Visitors', 'APP_URL', new URL(origin).hostname, 'Put a proxy with TLS before the site, and use https://.'),
    ]
  if (loopback) return []
  return [
    plain(
      'Proxy',
      'HOST',
      host,
      'Let it run on this machine with HOST=127.0.0.1, or keep the network between them private.',
    ),
  ]
}
