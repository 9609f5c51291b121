import { useState } from 'react'
import { href } from 'react-router'
import { drawnWords } from '../../../../../rules/bulk-papers/words.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import type { Approval } from '../../../../../server/approvals/approvals-list.ts'
import type { ReleaseToLookThrough } from '../../../../../server/bulk-papers/papers-to-open.ts'
import { useMe } from '../../../use-me.ts'
import { ListHead } from '../../list-head.tsx'
import { LookFrame } from '../../runs/look-frame.tsx'
import style from '../bulk.module.css'
import { PaperPages } from '../paper-pages.tsx'
import { pagesWords, Reasons, Whose } from '../paper-words.tsx'

type Props = { id: string; asked?: ReleaseToLookThrough | undefined; approval?: Approval | undefined }

/** What is looked at before a release is approved. Each counts as opened once its pages are drawn. */
export function LookPage({ id, asked, approval }: Props) {
  return (
    <LookFrame
      run={{ to: href('/profile/admin/bulk/:id', { id }), name: asked?.title ?? 'The batch' }}
      approval={approval}
      nothing={{
        head: 'Review a batch',
        title: 'Nothing to review',
        text: 'Documents are drawn when the release of a batch is requested, and shown until it’s decided.',
      }}
    >
      {asked && <Papers {...asked} />}
    </LookFrame>
  )
}

function Papers({ title, papers }: ReleaseToLookThrough) {
  const me = useMe()
  const [opened, setOpened] = useState(new Set(papers.filter(({ isOpened }) => isOpened).map(({ id }) => id)))
  const left = papers.length - opened.size
  return (
    <>
      <ListHead title={`Review ${title}`} count={countOf(papers.length, 'document')} />
      <p className={style.about}>
        Compare each document with the name beside it. These are all that were matched by hand, the first, the last, and
        some of the others, drawn by lot.
      </p>
      <ol className={`stack gap-7 plain-list ${style.looked}`}>
        {papers.map(paper => (
          <li key={paper.id} className={`stack narrow gap-5 ${style.sides}`}>
            <PaperPages
              paper={{ ...paper, documentId: null }}
              onOpened={() => setOpened(before => new Set(before).add(paper.id))}
            />
            <div className={`stack top gap-4 ${style.beside}`}>
              <h2>
                No. {paper.n}, {pagesWords(paper)}
                {paper.drawn && `, ${drawnWords[paper.drawn]}`}
              </h2>
              <p className={`breakable display size-h4 ${style.whose}`}>
                <Whose paper={paper} linked={me.isAdmin} />
              </p>
              <div>
                <Reasons paper={{ ...paper, state: 'matched', excludedReason: null }} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="measure leading-4 display size-lead">
        {left > 0 ? `${grouped(left)} of ${countOf(papers.length, 'document')} not opened yet.` : 'All opened.'}
      </p>
    </>
  )
}
