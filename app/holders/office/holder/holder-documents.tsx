import { useState } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { type DocumentCategory, defaultFundName, singleHandedCategories } from '../../../documents/documents.ts'
import type { HolderDocument } from '../../../documents/server/holder-documents.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Banner } from '../../../shell/ui/banner.tsx'
import { SelectField } from '../../../shell/ui/field.tsx'
import { fileSize } from '../../../shell/ui/file-size.ts'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { ChooseFiles } from '../../../uploads/investor/choose-files.tsx'
import { loadUploads } from '../../../uploads/investor/lazy-uploads.ts'
import { UploadList } from '../../../uploads/investor/upload-list.tsx'
import type { Holder } from '../../server/holders-list.ts'

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
