import { ConfigError } from './config-error.ts'
import { StartError } from './start-error.ts'
import { StoreError } from './store-error.ts'

/** @returns sentences for an operator about the error and its fix; undefined if they can't correct it */
export function explainStartError(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof StartError || error instanceof StoreError) return [error.message]
  if (!(error instanceof Error)) return undefined
  const sentence = explainListening(error) ?? explainDatabase(error) ?? explainDisk(error)
  return sentence === undefined ? undefined : [sentence]
}

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number }

function explainListening(error: Error): string | undefined {
  const { code, syscall, address, port } = error as SystemError
  // Workers get their port from the primary process, which binds it.
  if (syscall !== 'listen' && syscall !== 'bind') return undefined
  switch (code) {
    case 'EADDRINUSE': {
      const other = port === undefined ? 'another PORT' : `another with PORT=${port + 1}`
      return `Port ${port} is in use by another program. Stop that program, or choose ${other}.`
    }
    case 'EACCES':
      return `Port ${port} needs more privileges than this user has. Choose one above 1023 with PORT.`
    case 'EADDRNOTAVAIL':
      return `HOST ${address} is not an address of this machine. Choose another HOST.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'This machine cannot resolve the name in HOST. Use an IP address.'
    default:
      return undefined
  }
}

function explainDatabase(error: Error): string | undefined {
  const { code, address, port, message } = error as SystemError
  const place = [address, port].filter(part => part !== undefined).join(' port ') || 'the database'
  if (message === 'The server does not support SSL connections') {
    return 'The database offers no TLS. Turn it on there, or, on a network that no one else can read, remove sslmode from DATABASE_URL.'
  }
  if (code === '28000' && message.includes('no encryption')) {
    return `The database asks for TLS (${message}). Add sslmode=verify-full to DATABASE_URL.`
  }
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return `The database's certificate is signed by an authority that this machine does not know (${code}). Save that authority's certificate as a file, and add sslrootcert=/path/to/file to DATABASE_URL.`
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `The database's certificate is for another host (${message}). Use the host's name as the certificate has it, or sslmode=verify-ca with sslrootcert in DATABASE_URL.`
    case 'CERT_HAS_EXPIRED':
    case 'CERT_NOT_YET_VALID':
      return `The database's certificate is not valid now (${code}). Renew it, and check the clocks of both machines.`
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `No database answers at ${place} (${code}). Check DATABASE_URL, and make sure the database is running.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database's host name cannot be resolved (${code}). Check DATABASE_URL and the network.`
    case '28P01':
    case '28000':
      return `The database refused the login (${message}). Check the user name and password in DATABASE_URL.`
    case '3D000':
      return `The database in DATABASE_URL does not exist (${message}). Create it, or use another.`
    case '42501':
      return `The database user lacks a permission (${message}). Use the database's owner in DATABASE_URL.`
    case '25006':
      return 'The database in DATABASE_URL can only be read, such as a standby. Use the server that takes changes.'
    case '53300':
      return 'The database has no free connections. Raise its max_connections, or stop other programs that use it.'
    default:
      return undefined
  }
}

function explainDisk(error: Error): string | undefined {
  const { code, message } = error as SystemError
  switch (code) {
    case 'ENOSPC':
      return 'The disk is full. Free up space on the disk that holds DATA_DIR, then start again.'
    case 'EROFS':
    case 'EPERM':
    case 'EACCES':
      return `This user lacks a permission (${message}). Check who owns DATA_DIR.`
    default:
      return undefined
  }
}
