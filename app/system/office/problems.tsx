import type { ReactNode } from 'react'
import { href } from 'react-router'
import { quota } from '../../../content/quota.ts'
import { grouped } from '../../../rules/number.ts'
import { Link } from '../../shell/ui/link.tsx'
import type { SystemState } from '../server/system-state.ts'

export interface Problem {
  key: string
  /** The problem, in a sentence. */
  what: string
  /** The remedy. */
  act: ReactNode
}

const gigabyte = 1024 ** 3

/** @returns everything that needs attention, the most urgent first */
export function findProblems(state: SystemState): Problem[] {
  const { backups, archive, files, sweep, register, decidesAlone, head, queues, sealProblem } = state
  const { passkeyRule, weaknesses, lacksSanctionsList } = state
  const missing = sweep.missing.total
  const failed = failedBackup(backups)
  const givenUp = queues.filter(queue => queue.failed > 0)
  const found: (Problem | false | undefined)[] = [
    !files.isReachable && {
      key: 'files',
      what: 'The file storage doesn’t answer.',
      act: 'Files can’t be read or added until it does.',
    },
    isAlmostFull(files) && {
      key: 'space',
      what: 'The file storage is almost full, so uploads are refused.',
      act: 'Make room, or move the site to another store.',
    },
    register !== undefined &&
      register.differences.length > 0 && {
        key: 'register',
        what: `The register, its ledger and the due list disagree. ${register.differences.join('. ')}.`,
        act: (
          <>
            Pay nothing by the due list until <code>npm run audit -- verify</code> finds nothing.
          </>
        ),
      },
    decidesAlone && {
      key: 'alone',
      what: 'Only one person decides, so nothing that takes two people can be approved.',
      act: (
        <>
          Have the person who runs the server appoint another: <code>npm run admin -- approver EMAIL</code>, for someone
          who has been accepted.
        </>
      ),
    },
    ...weaknesses.filter(({ isUrgent }) => isUrgent),
    sealProblem !== null && {
      key: 'seal',
      what: `Signed documents can’t be sealed. ${sealProblem}`,
      act: 'Until they can, nothing is sent to be signed. The page Seals shows the certificate.',
    },
    head.isLate && {
      key: 'head',
      what: 'The daily proof of the audit log hasn’t been sent for two days.',
      act: 'The site’s log says why. Until it’s sent, a change by anyone who controls the database would go unnoticed.',
    },
    missing > 0 && {
      key: 'missing',
      what: missing === 1 ? 'A document’s file is missing.' : `The files of ${grouped(missing)} documents are missing.`,
      act: 'Upload them again, or restore them from a backup.',
    },
    backups.isOverdue && {
      key: 'overdue',
      what: 'The last good backup is older than promised.',
      act: failed ? 'Below is why the newest one failed.' : 'The site’s log says why.',
    },
    failed &&
      !backups.isOverdue && {
        key: 'failed',
        what: 'The last backup failed.',
        act: 'We’ll try it again automatically.',
      },
    archive?.error != null && {
      key: 'archive',
      what: 'The database isn’t being archived right now.',
      act: 'It is tried again every few seconds.',
    },
    !backups.isNightly && {
      key: 'nightly',
      what: 'The site makes no backups.',
      act: 'Backups, below, says how to turn them on.',
    },
    passkeyRule.address === 'public' &&
      !passkeyRule.required && {
        key: 'passkeys',
        what: 'Administrators and approvers sign in without a passkey.',
        act: (
          <>
            Anyone who reads their e-mail can act for the fund. Unset <code>REQUIRE_ADMIN_PASSKEY</code> on the server.
          </>
        ),
      },
    lacksSanctionsList && {
      key: 'sanctions',
      what: 'No sanctions list has been uploaded, so holders’ names aren’t compared with any.',
      act: <Link to={href('/profile/admin/sanctions')}>Upload OFAC’s lists</Link>,
    },
    givenUp.length > 0 && {
      key: 'jobs',
      what: 'Some jobs failed for good.',
      act: 'The site’s log says why.',
    },
  ]
  return found.filter((problem): problem is Problem => Boolean(problem))
}

/** @returns the newest backup if it failed; undefined if it succeeded or is running */
export function failedBackup({ newest }: SystemState['backups']) {
  const ended = newest.find(({ finished_at }) => finished_at !== null)
  return ended?.error ? ended : undefined
}

export function runningBackup({ newest }: SystemState['backups']) {
  return newest.find(({ finished_at }) => finished_at === null)
}

/** @returns whether uploads are refused, because less is free than `content/quota.ts` reserves */
export function isAlmostFull({ free }: SystemState['files']): boolean {
  return free !== undefined && free < quota.gigabytesKeptFree * gigabyte
}
