import { useState } from 'react'
import { href } from 'react-router'
import { drawnWords } from '../../../../../rules/bulk-papers/words.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import type { Approval } from '../../../../../server/approvals/approvals-list.ts'
import type { BatchDetails, PaperRow } from '../../../../../server/bulk-papers/batch.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Notice, useNotice } from '../../../../ui/notice.tsx'
import { ApprovalEntry } from '../../approvals/approval-entry.tsx'
import approvals from '../../approvals/approvals.module.css'
import counted from '../../counted-page.module.css'
import { ListHead } from '../../list-head.tsx'
import style from '../bulk.module.css'
import { PaperPages } from '../paper-pages.tsx'
import { pagesWords, Reasons, Whose } from '../paper-words.tsx'

type Props = { batch: BatchDetails; papers: PaperRow[]; approval: Approval | undefined }

/** What is looked at before a release is approved. Each counts as opened once its pages are drawn. */
export function LookPage({ batch, papers, approval }: Props) {
  const { say, ...notice } = useNotice()
  const [opened, setOpened] = useState(new Set(papers.filter(({ isOpened }) => isOpened).map(({ id }) => id)))
  const left = papers.length - opened.size
  return (
    <div className={counted.page}>
      <p className={style.up}>
        <Link to={href('/profile/admin/bulk/:id', { id: batch.id })}>{batch.title}</Link>
      </p>
      <ListHead title={`Look through ${batch.title}`} count={countOf(papers.length, 'document')} />
      <p className={style.about}>
        Compare each document with the name beside it. These are all that were matched by hand, the first, the last, and
        some of the others, drawn by lot.
      </p>
      {papers.length > 0 ? (
        <ol className={style.looked}>
          {papers.map(paper => (
            <li key={paper.id} className={style.sides}>
              <PaperPages paper={paper} onOpened={() => setOpened(before => new Set(before).add(paper.id))} />
              <div className={style.beside}>
                <h2>
                  No. {paper.n}, {pagesWords(paper)}
                  {paper.drawn && `, ${drawnWords[paper.drawn]}`}
                </h2>
                <p className={style.whose}>
                  <Whose paper={paper} />
                </p>
                <div>
                  <Reasons paper={paper} />
                </div>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <EmptyState title="Nothing to look at" level={2}>
          Documents are drawn when somebody asks for the release.
        </EmptyState>
      )}
      <p role="status" className={style.words}>
        {left > 0 ? `${grouped(left)} of ${countOf(papers.length, 'document')} not opened yet.` : 'All opened.'}
      </p>
      {approval ? (
        <ol className={approvals.list} aria-label="The approval">
          <ApprovalEntry approval={approval} onNotice={say} />
        </ol>
      ) : (
        papers.length > 0 && <p className={style.about}>Nobody waits for an approval of this batch.</p>
      )}
      <Notice {...notice} />
    </div>
  )
}
