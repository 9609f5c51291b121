import { href } from 'react-router'
import { Evidence } from '../../../runs/office/evidence.tsx'
import { loadEvidence } from '../../../runs/office/load-evidence.ts'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { showOne } from '../../../shell/portal/one-page.tsx'
import { useMe } from '../../../shell/portal/use-me.ts'
import { drawnWords } from '../../words.ts'
import style from '../bulk.module.css'
import { pagesWords, Reasons, Recipient } from '../match-words.tsx'
import { PageImages } from '../page-images.tsx'

/** Loads the documents that are drawn for the second person, and the approval. */
export const loader = loadEvidence(({ actor, operations }, id) => operations.getItemsToOpen(actor, id))

/** The documents that are drawn, each beside its recipient. One counts as opened once its pages are drawn. */
function BatchEvidence({ id, requested, approval }: Shown<typeof loader>) {
  const me = useMe()
  return (
    <Evidence
      run={{ to: href('/profile/admin/bulk/:id', { id }), name: requested?.title ?? 'The batch' }}
      approval={approval}
      title={requested ? `Review ${requested.title}` : 'Review a batch'}
      noun="document"
      about="Compare each document with the name beside it. These are all that were matched by hand, the first, the last, and a random sample of the others."
      empty={{
        title: 'Nothing to review',
        text: 'Documents are drawn when the release of a batch is requested, and shown until it’s decided.',
      }}
      items={requested?.items}
      show={(item, onOpened) => <PageImages item={{ ...item, documentId: null }} onOpened={onOpened} />}
      beside={item => (
        <>
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
        </>
      )}
    />
  )
}

export default showOne<typeof loader>(BatchEvidence)
