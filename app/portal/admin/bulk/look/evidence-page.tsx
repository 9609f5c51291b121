import { useState } from 'react'
import { href } from 'react-router'
import { drawnWords } from '../../../../../rules/bulk-delivery/words.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import type { Approval } from '../../../../../server/approvals/approvals-list.ts'
import type { ReleaseToReview } from '../../../../../server/bulk-delivery/items-to-open.ts'
import { useMe } from '../../../use-me.ts'
import { ListHead } from '../../list-head.tsx'
import { EvidenceFrame } from '../../runs/evidence-frame.tsx'
import style from '../bulk.module.css'
import { pagesWords, Reasons, Recipient } from '../match-words.tsx'
import { PageImages } from '../page-images.tsx'

type Props = { id: string; requested?: ReleaseToReview | undefined; approval?: Approval | undefined }

/** Documents to review before a release is approved. Each counts as opened once its pages are drawn. */
export function EvidencePage({ id, requested, approval }: Props) {
  return (
    <EvidenceFrame
      run={{ to: href('/profile/admin/bulk/:id', { id }), name: requested?.title ?? 'The batch' }}
      approval={approval}
      nothing={{
        head: 'Review a batch',
        title: 'Nothing to review',
        text: 'Documents are drawn when the release of a batch is requested, and shown until it’s decided.',
      }}
    >
      {requested && <Documents {...requested} />}
    </EvidenceFrame>
  )
}

function Documents({ title, items }: ReleaseToReview) {
  const me = useMe()
  const [opened, setOpened] = useState(new Set(items.filter(({ isOpened }) => isOpened).map(({ id }) => id)))
  const left = items.length - opened.size
  return (
    <>
      <ListHead title={`Review ${title}`} count={countOf(items.length, 'document')} />
      <p className={style.about}>
        Compare each document with the name beside it. These are all that were matched by hand, the first, the last, and
        a random sample of the others.
      </p>
      <ol className={`stack gap-7 plain-list ${style.reviewed}`}>
        {items.map(item => (
          <li key={item.id} className={`stack narrow gap-5 ${style.sides}`}>
            <PageImages
              item={{ ...item, documentId: null }}
              onOpened={() => setOpened(before => new Set(before).add(item.id))}
            />
            <div className={`stack top gap-4 ${style.beside}`}>
              <h2>
                No. {item.n}, {pagesWords(item)}
                {item.drawn && `, ${drawnWords[item.drawn]}`}
              </h2>
              <p className={`breakable display size-h4 ${style.recipient}`}>
                <Recipient item={item} linked={me.isAdmin} />
              </p>
              <div>
                <Reasons item={{ ...item, state: 'matched', excludedReason: null }} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="measure leading-4 display size-lead">
        {left > 0 ? `${grouped(left)} of ${countOf(items.length, 'document')} not opened yet.` : 'All opened.'}
      </p>
    </>
  )
}
