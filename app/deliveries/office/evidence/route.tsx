import { href } from 'react-router'
import { countOf } from '../../../../rules/number.ts'
import { Evidence } from '../../../runs/office/evidence.tsx'
import { loadEvidence } from '../../../runs/office/load-evidence.ts'
import style from '../../../runs/office/runs.module.css'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { showOne } from '../../../shell/portal/one-page.tsx'
import type { FileToOpen } from '../../server/files-to-open.ts'
import { EvidenceFile } from './evidence-file.tsx'

/** Loads the files that the second person opens before they approve a delivery, and the approval. */
export const loader = loadEvidence(({ actor, operations }, id) => operations.getDeliveryToOpen(actor, id))

/** The files of a delivery, each beside its recipients. One counts as opened once all of it has arrived. */
function DeliveryEvidence({ id, requested, approval }: Shown<typeof loader>) {
  return (
    <Evidence
      run={{ to: href('/profile/admin/deliveries/:id', { id }), name: requested?.title ?? 'The delivery' }}
      approval={approval}
      title={requested ? `Open ${requested.title}` : 'Open a delivery'}
      noun="file"
      about={
        requested &&
        `Would be filed under ${requested.category}, ${requested.fundName}. Read each file, and who would get it. If it asks anybody to send money to an account, call the person who asked for this first, at a number that you know.`
      }
      empty={{
        title: 'Nothing to open',
        text: 'The files of a delivery are shown here from the moment it’s asked for until it’s decided.',
      }}
      items={requested?.files}
      show={(file, onOpened) => (
        <EvidenceFile address={`/files/deliveries/${id}/${file.n}`} file={file} onOpened={onOpened} />
      )}
      beside={file => (
        <>
          <h2>{file.filename}</h2>
          <Recipients file={file} />
        </>
      )}
    />
  )
}

export default showOne<typeof loader>(DeliveryEvidence)

/** Recipients in sight; of more, the rest is folded. */
const shownRecipients = 12

function Recipients({ file: { recipients } }: { file: FileToOpen }) {
  const shown = recipients.slice(0, shownRecipients)
  const folded = recipients.slice(shown.length)
  return (
    <>
      <p>Would go to {countOf(recipients.length, 'recipient')}:</p>
      <Names names={shown} />
      {folded.length > 0 && (
        <details className={style.fold}>
          <summary>{countOf(folded.length, 'more recipient')}</summary>
          <Names names={folded} />
        </details>
      )}
    </>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari doesn't announce a list without bullets
    <ul role="list" className="stack gap-2 full plain-list small">
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
        <li key={at}>{name}</li>
      ))}
    </ul>
  )
}
