import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, type Day } from '../../rules/days.ts'
import { parseCents } from '../../rules/money.ts'
import { readCsv } from './journal.ts'

/** Debian's hledger: an accounting program that reads our exports for others. */
const hledger = process.env.HLEDGER_PATH || 'hledger'

/**
 * Its rules for reading the files, by the columns and dates that QuickBooks and Xero document, and by our plain CSV: each line moves an
 * amount between its account and its entry's, which is zero if the entry balances. It refuses other dates and amounts.
 */
const rules = {
  quickbooks: [
    'fields number, date, account, debits, credits, memo',
    'date-format %m/%d/%Y',
    'amount-in %debits',
    'amount-out %credits',
    'description %memo',
    'account1 %account',
    'account2 entry:%number',
  ],
  xero: [
    'fields narration, date, memo, code, tax, amount, name1, option1, name2, option2',
    'date-format %d %b %Y',
    'description %memo',
    'account1 %code',
    'account2 entry:%narration',
  ],
  csv: [
    'fields number, id, date, about, kind, note, holder, name, reference, account, title, debits, credits, approval',
    'date-format %Y-%m-%d',
    'amount-in %debits',
    'amount-out %credits',
    'description %kind',
    'account1 %account',
    'account2 entry:%number',
  ],
}

/** The program's books after the import. */
export interface ImportedBooks {
  /** Balances of accounts in cents, debits positive; zero balances are omitted. */
  balances: Record<string, bigint>
  /** Entries with different debits and credits. */
  unbalanced: string[]
  entries: number
  /** The days of all lines, 'YYYY-MM-DD'. */
  days: string[]
}

/**
 * @param on leaves out entries of later days
 * @returns hledger's result for a program's journal files together
 */
export function importJournal(format: keyof typeof rules, files: readonly string[], on?: Day): ImportedBooks {
  const folder = mkdtempSync(join(tmpdir(), 'books-'))
  try {
    return importFrom(folder, { format, files, on })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function importFrom(
  folder: string,
  { format, files, on }: { format: keyof typeof rules; files: readonly string[]; on: Day | undefined },
): ImportedBooks {
  const until = on ? ['--end', addDays(on, 1)] : []
  const rulesFile = join(folder, 'journal.rules')
  writeFileSync(rulesFile, ['skip 1', ...rules[format], ''].join('\n'))
  const paths = files.map((text, at) => {
    const path = join(folder, `${at}.csv`)
    writeFileSync(path, text)
    return ['-f', path]
  })
  const ask = (...what: string[]) => {
    const out = execFileSync(hledger, [...paths.flat(), '--rules-file', rulesFile, ...what, ...until, '-O', 'csv'], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    })
    return readCsv(out).slice(1)
  }
  const accounts = ask('balance', '--flat', '-E', '--no-total').map(
    ([name = '', balance = '']) => [name, cents(balance)] as const,
  )
  const ofEntries = accounts.filter(([name]) => name.startsWith('entry:'))
  return {
    balances: Object.fromEntries(accounts.filter(([name, balance]) => !name.startsWith('entry:') && balance !== 0n)),
    unbalanced: ofEntries.filter(([, balance]) => balance !== 0n).map(([name]) => name),
    entries: ofEntries.length,
    days: [...new Set(ask('register', '^entry').map(([, day = '']) => day))].toSorted(),
  }
}

function cents(balance: string): bigint {
  const amount = parseCents(balance.replace('-', ''))
  if (amount === undefined) throw new Error(`hledger’s ${balance} is no amount in cents`)
  return balance.startsWith('-') ? -amount : amount
}
