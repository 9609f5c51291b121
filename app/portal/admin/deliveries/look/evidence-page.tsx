import { useState } from 'react'
import { href } from 'react-router'
import { countOf, grouped } from '../../../../../rules/number.ts'
import type { Approval } from '../../../../../server/approvals/approvals-list.ts'
import type { DeliveryToOpen, FileToOpen } from '../../../../../server/deliveries/files-to-open.ts'
import bulk from '../../bulk/bulk.module.css'
import { ListHead } from '../../list-head.tsx'
import { EvidenceFrame } from '../../runs/evidence-frame.tsx'
import { EvidenceFile } from './evidence-file.tsx'

type Props = { id: string; requested?: DeliveryToOpen | undefined; approval?: Approval | undefined }

/** The files to open before a delivery is approved. A file counts as opened once all of it has arrived. */
export function EvidencePage({ id, requested, approval }: Props) {
  return (
    <EvidenceFrame
      run={{
        to: href('/profile/admin/deliveries/:id', { id }),
        name: requested?.title ?? 'The delivery',
      }}
      approval={approval}
      nothing={{
        head: 'Open a delivery',
        title: 'Nothing to open',
        text: 'The files of a delivery are shown here while its approval is pending.',
      }}
    >
      {requested && <Files deliveryId={id} requested={requested} />}
    </EvidenceFrame>
  )
}

function Files({
  deliveryId,
  requested: { title, category, fundName, files },
}: {
  deliveryId: string
  requested: DeliveryToOpen
}) {
  const [read, setRead] = useState<ReadonlySet<number>>(new Set())
  const left = files.filter(({ n, isOpened }) => !isOpened && !read.has(n)).length
  return (
    <>
      <ListHead title={`Open ${title}`} count={countOf(files.length, 'file')} />
      <p className={bulk.about}>
        Would be filed under {category}, {fundName}. Read each file, and who would get it. If it asks anybody to send
        money to an account, call the person who submitted this first, at a number that you know.
      </p>
      <ol className={`stack gap-7 plain-list ${bulk.reviewed}`}>
        {files.map(file => (
          <li key={file.n} className={`stack narrow gap-5 ${bulk.sides}`}>
            <EvidenceFile
              address={`/files/deliveries/${deliveryId}/${file.n}`}
              file={file}
              onOpened={() => setRead(before => new Set(before).add(file.n))}
            />
            <div className={`stack top gap-4 ${bulk.beside}`}>
              <h2>{file.filename}</h2>
              <Recipients file={file} />
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="measure leading-4 display size-lead">
        {left > 0 ? `${grouped(left)} of ${countOf(files.length, 'file')} not opened yet.` : 'All opened.'}
      </p>
    </>
  )
}

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
        <details className={bulk.fold}>
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
    <ul role="list" className={bulk.list}>
      {names.map((name, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name
        <li key={at}>{name}</li>
      ))}
    </ul>
  )
}
