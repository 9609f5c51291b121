import { ConfigError } from './config-error.ts'
import { StartError } from './start-error.ts'

/**
 * The sentences that tell an operator what is wrong and what to do, or undefined for an error that no
 * operator can put right.
 */
export function explainStartError(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigError) return error.problems
  if (error instanceof StartError) return [error.message]
  if (!(error instanceof Error)) return undefined
  const sentence = explainListening(error) ?? explainDatabase(error) ?? explainDisk(error)
  return sentence === undefined ? undefined : [sentence]
}

type SystemError = NodeJS.ErrnoException & { address?: string; port?: number }

function explainListening(error: Error): string | undefined {
  const { code, syscall, address, port } = error as SystemError
  if (syscall !== 'listen') return undefined
  switch (code) {
    case 'EADDRINUSE': {
      const other = port === undefined ? 'another PORT' : `another with PORT=${port + 1}`
      return `Port ${port} is taken by another program: stop that one, or choose ${other}.`
    }
    case 'EACCES':
      return `Port ${port} needs more rights than this user has: choose one above 1023 with PORT.`
    case 'EADDRNOTAVAIL':
      return `HOST ${address} is no address of this machine: choose another with HOST.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'HOST is no name this machine knows: give an IP address.'
    default:
      return undefined
  }
}

function explainDatabase(error: Error): string | undefined {
  const { code, address, port, message } = error as SystemError
  const place = [address, port].filter(part => part !== undefined).join(' port ') || 'the database'
  switch (code) {
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `No database answers at ${place} (${code}): check DATABASE_URL, and that the database runs.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The database's host name is unknown (${code}): check DATABASE_URL, and the network.`
    case '28P01':
    case '28000':
      return `The database refuses the login (${message}): check user and password in DATABASE_URL.`
    case '3D000':
      return `The database in DATABASE_URL does not exist (${message}): create it, or name another.`
    case '42501':
      return `The database user may not do what is needed (${message}): let DATABASE_URL name the owner.`
    case '53300':
      return 'The database has no connection left: raise its max_connections, or end other programs that use it.'
    default:
      return undefined
  }
}

function explainDisk(error: Error): string | undefined {
  const { code, message } = error as SystemError
  switch (code) {
    case 'ENOSPC':
      return 'The disk is full: make room where DATA_DIR is, and start again.'
    case 'EROFS':
    case 'EPERM':
    case 'EACCES':
      return `This user may not do what is needed (${message}): check who owns DATA_DIR.`
    default:
      return undefined
  }
}
