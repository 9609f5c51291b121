import { useState } from 'react'
import { href } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { defaultFundName } from '../../documents/documents.ts'
import style from '../../register/office/register.module.css'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import linkStyle from '../../shell/office/person-link.module.css'
import { type Refusal, refusal } from '../../shell/portal/refusal.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { ChooseFiles } from '../../uploads/investor/choose-files.tsx'
import { loadUploads, useLoadedUploads } from '../../uploads/investor/lazy-uploads.ts'
import { attachBankPageCommand } from '../bank.commands.ts'
import type { BankList, BankPageState } from '../server/bank-lines.ts'

type Props = { list: BankList; state: BankPageState; say: (notice: string) => void }

/** The bank's own page, which the person who approves compares with: uploaded like any document, then attached. */
export function AttachedPage({ list, state, say }: Props) {
  const { decidedBefore, refusal, choices } = state
  const decided = decidedBefore > 0 && `${countOf(decidedBefore, 'payment was', 'payments were')} decided`
  if (refusal === 'BANK_PAGE_LATE')
    return <p className={style.about}>Every payment on this list was decided without a bank page.</p>
  return (
    <>
      {list.page && (
        <p className={style.about}>
          Bank page:{' '}
          <a href={`/files/${list.page.id}`} target="_blank" rel="noopener" className={linkStyle.link}>
            {list.page.filename}
          </a>
          . Approvers of payments on this list see it. {decided && `${decided} before it was attached.`}
        </p>
      )}
      {!refusal && (
        <details className={style.explained} open={choices.length > 0 && !list.page}>
          <summary>{list.page ? 'Attach another page instead' : 'Attach the bank page for the approver'}</summary>
          {!list.page && decided && (
            <p className={style.about}>{decided} without it. Approvers of the others will see that.</p>
          )}
          {choices.length > 0 && <Attach list={list} choices={choices} say={say} />}
          <UploadPage />
        </details>
      )}
    </>
  )
}

type AttachProps = Pick<Props, 'list' | 'say'> & Pick<BankPageState, 'choices'>

function Attach({ list, choices, say }: AttachProps) {
  return (
    <CommandForm
      command={attachBankPageCommand}
      action={href('/profile/admin/register/bank')}
      size="small"
      fields={{
        list: list.id,
        document: {
          children: choices.map(({ id, filename }) => (
            <option key={id} value={id}>
              {filename}
            </option>
          )),
        },
      }}
      onDone={say}
    />
  )
}

function UploadPage() {
  const me = useMe()
  const [error, setError] = useState<Refusal>()
  const uploads = useLoadedUploads()
  const add = async (files: File[]) => {
    setError(undefined)
    const loaded = await loadUploads().catch(() => setError(refusal('NO_CONNECTION')))
    const target = { actorId: me.id, userId: me.id, fundName: defaultFundName, category: 'Notices' } as const
    loaded?.addUploads(files, target)
  }
  return (
    <div className={`stack gap-4 ${style.form}`}>
      <div>
        <ChooseFiles label="Choose a PDF or picture" variant="quiet" size="small" single onFiles={add} />
      </div>
      {uploads && <uploads.UploadList userId={me.id} />}
      <Banner onDismiss={() => setError(undefined)}>{error?.message}</Banner>
    </div>
  )
}
