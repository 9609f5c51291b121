import { href } from 'react-router'
import { ActionFields } from '../../../shell/actions/action-fields.tsx'
import { useAction } from '../../../shell/actions/use-action.ts'
import { Banner } from '../../../shell/ui/banner.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { chooseListColumnsCommand } from '../../list-columns.commands.ts'
import { type AdminList, adminListColumns, type ListColumn } from '../../list-columns.ts'
import style from './column-picker.module.css'

type Props<List extends AdminList> = {
  list: List
  labels: Record<ListColumn<List>, string>
  shown: readonly ListColumn<List>[]
}

/** Chooses the columns of a list. Each change is saved at once, for every browser. */
export function ColumnPicker<List extends AdminList>({ list, labels, shown }: Props<List>) {
  const { Form, answer, busy } = useAction()
  return (
    <details className={style.picker}>
      <summary>Columns</summary>
      <Form
        method="post"
        action={href('/profile/columns/:list', { list })}
        className={style.choices}
        onChange={({ currentTarget }) => currentTarget.requestSubmit()}
      >
        <ActionFields intent={chooseListColumnsCommand.name} />
        <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
        <fieldset>
          <legend className="visually-hidden">Columns</legend>
          {(adminListColumns[list].all as readonly ListColumn<List>[]).map(column => (
            <label key={column}>
              <input type="checkbox" name="columns" value={column} defaultChecked={shown.includes(column)} />
              {labels[column]}
            </label>
          ))}
        </fieldset>
        <noscript>
          <Button type="submit" size="small">
            {chooseListColumnsCommand.button}
          </Button>
        </noscript>
      </Form>
    </details>
  )
}
