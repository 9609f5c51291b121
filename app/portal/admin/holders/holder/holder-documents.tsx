import { useState } from 'react'
import { href } from 'react-router'
import { type DocumentCategory, defaultFundName, singleHandedCategories } from '../../../../../rules/documents.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { HolderDocument } from '../../../../../server/documents/holder-documents.ts'
import type { Holder } from '../../../../../server/holders/holders-list.ts'
import { useHydrated } from '../../../../hydrated.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Banner } from '../../../../ui/banner.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import { fileSize } from '../../../../ui/file-size.ts'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { Options } from '../../../../ui/options.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { type Refusal, refusal } from '../../../refusal.ts'
import { ChooseFiles } from '../../../uploads/choose-files.tsx'
import { loadUploads } from '../../../uploads/lazy-uploads.ts'
import { UploadList } from '../../../uploads/upload-list.tsx'
import { useMe } from '../../../use-me.ts'

type Props = { holder: Holder; documents: HolderDocument[] }

/** A holder's documents, and how the office adds some. */
export function HolderDocuments({ holder, documents }: Props) {
  // The files are in the folder of its first member.
  const owner = holder.members.find(({ endedAt, right }) => !endedAt && right !== 'viewer')
  return (
    <>
      {owner && <AddHolderFiles holderId={holder.id} userId={owner.userId} />}
      {documents.length > 0 ? (
        <StackedLedger
          className="above-3"
          caption="Documents"
          columns={columns}
          rows={documents}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className="quiet">
          None yet. Statements and agreements will be filed here; other documents can be moved here from their owner’s
          list.
        </p>
      )}
    </>
  )
}

function AddHolderFiles({ holderId, userId }: { holderId: string; userId: string }) {
  const me = useMe()
  const [category, setCategory] = useState<DocumentCategory>('Agreements')
  const [error, setError] = useState<Refusal>()
  const hydrated = useHydrated()
  if (!hydrated) return null
  const add = async (files: File[]) => {
    if (files.length === 0) return
    setError(undefined)
    try {
      const { addUploads } = await loadUploads()
      addUploads(files, { actorId: me.id, userId, fundName: defaultFundName, category, holderId })
    } catch {
      setError(refusal('NO_CONNECTION'))
    }
  }
  return (
    <>
      <div className="cluster center gap-3">
        <SelectField
          label="Category of the files"
          hideLabel
          value={category}
          onChange={({ target }) => setCategory(target.value as DocumentCategory)}
        >
          <Options of={singleHandedCategories} />
        </SelectField>
        <ChooseFiles label="Add files" name="Add files for this holder" size="small" variant="quiet" onFiles={add} />
      </div>
      <Banner>{error?.message}</Banner>
      <UploadList userId={userId} />
    </>
  )
}

const columns: Column<HolderDocument>[] = [
  {
    header: 'Document',
    role: 'title',
    cell: ({ id, user_id, filename, unreleased }) => (
      <>
        <Link to={withQuery(href('/profile/admin/people/:id', { id: user_id }), { document: id })}>{filename}</Link>{' '}
        {unreleased && <Badge tone="warning">Not released</Badge>}
      </>
    ),
  },
  { header: 'Category', cell: ({ category }) => category },
  { header: 'Added', cell: ({ created_at }) => <FormattedDate date={created_at} /> },
  { header: 'Size', figures: true, cell: ({ file_size }) => (file_size > 0 ? fileSize(file_size) : null) },
]
