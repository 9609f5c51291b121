/**
 * Another process of a site, for `notes-crash.slow.test.ts` and others: it runs the given tasks, and reports line by
 * line. Its arguments are its environment, the actor, and the tasks, as JSON: 'approve ID' of an approval, 'prepare ID'
 * of a run of statements, 'forms ID' of a run of tax forms, 'read ID ROUND' and 'release ID' of a bulk delivery.
 */

import { readConfig } from '../../../server/platform/config.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { openPortal } from '../../../server/portal.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { matchDocuments } from '../../bulk-delivery/server/match-documents.ts'
import { releaseDocuments } from '../../bulk-delivery/server/release-documents.ts'
import { prepareRun } from '../../statements/server/prepare-run.ts'
import { prepareForms } from '../../tax/server/prepare-forms.ts'

const [env = '{}', actor = '{}', tasks = '[]'] = process.argv.slice(2)
await openPortal(readConfig(JSON.parse(env)), { pages: async () => new Response('a page') })
process.stdout.write('open\n')
for (const task of JSON.parse(tasks)) {
  const [what, id, round] = task.split(' ')
  if (what === 'prepare') await prepareRun({ run: id })
  else if (what === 'forms') await prepareForms({ run: id })
  else if (what === 'read') await matchDocuments({ batch: id, round: Number(round) })
  else if (what === 'release') await releaseDocuments({ batch: id })
  else await approve(id)
}
process.exit(0)

async function approve(id: string): Promise<void> {
  try {
    await decideApproval(JSON.parse(actor), id, 'approved')
    process.stdout.write(`approved ${id}\n`)
  } catch (error) {
    // Decided by the previous process, which was killed before it could report that.
    if (!(error instanceof PortalError && error.code === 'APPROVAL_GONE')) throw error
  }
}
