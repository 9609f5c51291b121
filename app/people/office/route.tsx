import { type FormEvent, useCallback, useMemo, useState } from 'react'
import { href } from 'react-router'
import { peoplePerPage } from '../../../rules/limits.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { adminListColumns, type ListColumn } from '../../lists/list-columns.ts'
import { chosenColumns } from '../../lists/office/columns/chosen-columns.ts'
import { ColumnPicker } from '../../lists/office/columns/column-picker.tsx'
import type { HeldSummary } from '../../lists/server/held-summary.ts'
import { useAction } from '../../shell/actions/use-action.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { useHydrated } from '../../shell/hydrated.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../shell/office/admin-list.tsx'
import { Held, NextPaid } from '../../shell/office/held-cells.tsx'
import { PersonCell, PersonLink } from '../../shell/office/person-link.tsx'
import rows from '../../shell/office/rows.module.css'
import { ChoiceField, SearchField } from '../../shell/office/search-form.tsx'
import { loadList, showList } from '../../shell/portal/list-page.tsx'
import { pageNumber } from '../../shell/portal/list-place.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { resultOrError } from '../../shell/portal/server-errors.ts'
import { useMe } from '../../shell/portal/use-me.ts'
import { Banner } from '../../shell/ui/banner.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { EmailText } from '../../shell/ui/email-text.tsx'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { useNotice } from '../../shell/ui/notice.tsx'
import { type Selection, SelectionProvider, useNewSelection, useSelected } from '../../shell/ui/selection.ts'
import { SelectAll, SelectionBar, SelectRow } from '../../shell/ui/selection-bar.tsx'
import { acceptGuestsCommand } from '../people.commands.ts'
import { acceptPersonCommand } from '../person.commands.ts'
import { type PersonState, personStates } from '../profile.ts'
import type { PersonFigures } from '../server/people-figures.ts'
import type { ListedUser } from '../server/people-list.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { PersonDocumentsLink } from './managing/person-documents-link.tsx'
import style from './people-page.module.css'
import { PersonButton } from './person-button.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { StateBadges } from './state-badges.tsx'

/**
 * Loads one page of people, with the reader's columns; the query has `page`, from 1, the search `q`, and the state to
 * `show`.
 */
export const loader = loadList({
  view: query => ({
    page: pageNumber(query),
    search: query.get('q')?.trim() ?? '',
    state: personStates.find(each => each === query.get('show')),
  }),
  read: async ({ actor, operations }, { page, search, state }) => {
    const requested = { page: page - 1, search, size: peoplePerPage, state, guestsFirst: true }
    const [shown, { value, loadError }] = await Promise.all([
      chosenColumns({ actor, operations }, 'people'),
      resultOrError(operations.getAllUsersForAdmin(actor, requested), 'LOAD_USERS_FAILED'),
    ])
    const people = value?.users ?? []
    const ids = people.map(({ id }) => id)
    // Columns that can't be loaded stay empty.
    const readFor = <Found,>(columns: ListColumn<'people'>[], read: () => Promise<Record<string, Found>>) =>
      ids.length > 0 && shown.some(column => columns.includes(column)) ? read().catch(() => ({})) : {}
    const [figures, held] = await Promise.all([
      readFor(['seen', 'documents'], () => operations.getPeopleFigures(actor, ids)),
      readFor(['holds', 'next'], () => operations.getHeldByPeople(actor, ids)),
    ])
    return { people, total: value?.total ?? 0, shown, figures, held, loadError }
  },
  none: { people: [], total: 0, shown: [], figures: {}, held: {} },
  failed: 'LOAD_USERS_FAILED',
})

export const action = commandActions([acceptGuestsCommand], {
  redirectTo: () => href('/profile/admin/people'),
  saysOnErrorPage: true,
})

export default showList<typeof loader>(PeoplePage)

type Props = {
  page: number
  search: string
  state?: PersonState
  people: ListedUser[]
  total: number
  shown: ListColumn<'people'>[]
  /** By id, for the columns that need them. */
  figures: Record<string, PersonFigures>
  held: Record<string, HeldSummary>
  loadError?: Refusal
}

const stateLabels: Record<PersonState, string> = {
  guests: 'Guests',
  invited: 'Not signed in yet',
  shared: 'Shared access',
  erasures: 'Erasure requests',
  administrators: 'Administrators',
  disabled: 'Access closed',
}

const columnLabels: Record<ListColumn<'people'>, string> = {
  email: 'E-mail',
  organization: 'Organization',
  joined: 'Joined',
  holds: 'Holds',
  next: 'Next payment',
  seen: 'Last seen',
  documents: 'Documents',
}

/** Everyone with an account, guests first, then the newest, or those a search finds (specification section 2). */
function PeoplePage({ page, search, state, people, total, shown, figures, held, loadError }: Props) {
  const me = useMe()
  const [chosen, setEditing] = useState<ListedUser>()
  // The current entry, in case the list was reloaded since.
  const editing = chosen && (people.find(({ id }) => id === chosen.id) ?? chosen)
  const [inviting, setInviting] = useState(false)
  const notice = useNotice()
  const { say } = notice
  const hydrated = useHydrated()
  const onDone = useCallback(
    (text: string) => {
      setEditing(undefined)
      setInviting(false)
      say(text)
    },
    [say],
  )
  const isShown = ({ key = '' }: { key?: string }) =>
    !Object.hasOwn(columnLabels, key) || shown.some(name => name === key)
  const isChoosing = state === 'guests' && people.length > 1
  const selection = useNewSelection(useMemo(() => people.map(({ id }) => id), [people]))
  const columns = columnsFor({ me, figures, held, hydrated, isChoosing, onEdit: setEditing }).filter(isShown)
  const isUsual = shown.join() === adminListColumns.people.atFirst.join()
  return (
    <AdminList
      title="People"
      count={countOf(total, 'person', 'people')}
      at={href('/profile/admin/people')}
      query={{ q: search, show: state }}
      loadError={loadError}
      notice={notice}
      tools={
        <>
          <ColumnPicker list="people" labels={columnLabels} shown={shown} />
          <ExportCsv at={href('/profile/people.csv')} />
          <Button size="small" disabled={!hydrated} onClick={() => setInviting(true)}>
            Invite a person
          </Button>
        </>
      }
    >
      <Filters className={`stack gap-3 short-fields ${style.search}`}>
        <SearchField placeholder="Search by name, e-mail or organization" />
        <ChoiceField label="Show" hideLabel name="show" all="Everyone" options={stateLabels} />
      </Filters>
      <SelectionProvider value={selection}>
        {isChoosing && <SelectAll selection={selection} rows={people} />}
        <Rows
          className={classes(
            style.people,
            rows.rows,
            isChoosing ? style.guests : isUsual && `${rows.twoLines} ${style.usual}`,
          )}
          columns={isChoosing ? [choiceColumn, ...columns.filter(({ key = '' }) => !notOfGuests.has(key))] : columns}
          rows={people}
          empty={{ title: 'No one yet', text: 'People will appear here once they’ve signed in for the first time.' }}
          unmatched={{
            title: 'No one found',
            text: search ? `No name, e-mail address or organization contains “${search}”.` : 'No one is in this state.',
            all: 'Everyone',
          }}
          pages={{ label: 'people', page, total, size: peoplePerPage }}
        />
        {isChoosing && <GuestBar selection={selection} onDone={onDone} />}
      </SelectionProvider>
      {inviting && <InviteDialog onClose={() => setInviting(false)} onDone={onDone} />}
      {editing && <PersonDialog me={me} person={editing} onClose={() => setEditing(undefined)} onDone={onDone} />}
    </AdminList>
  )
}

const guestsFormId = 'guests'

const choiceColumn: Column<ListedUser> = {
  key: 'choice',
  header: 'Select',
  role: 'choice',
  cell: ({ id, fullName, email }) => (
    <SelectRow id={id} form={guestsFormId} aria-label={`Select ${fullName || email}`} />
  ),
}

/** A guest has no holdings, and the address is beside the name. */
const notOfGuests = new Set(['email', 'holds', 'next'])

function GuestBar({ selection, onDone }: { selection: Selection; onDone: (notice: string) => void }) {
  const ids = useSelected(selection)
  const at = href('/profile/admin/people')
  const { send, answer, busy } = useAction(({ notice }) => {
    if (!notice) return
    selection.toggleAll(false)
    onDone(notice)
  })
  const accept = (event: FormEvent) => {
    event.preventDefault()
    send({ intent: acceptGuestsCommand.name, ids: [...ids] }, at)
  }
  return (
    <>
      <Banner of={answer}>{!busy && answer?.error?.message}</Banner>
      <SelectionBar
        selection={selection}
        count={ids.size}
        label="Selected guests"
        form={{ id: guestsFormId, method: 'post', action: at, onSubmit: accept }}
        actions={
          <Button size="small" type="submit" busy={busy} busyLabel={acceptGuestsCommand.busy}>
            {acceptGuestsCommand.button}
          </Button>
        }
      >
        <input type="hidden" name="intent" value={acceptGuestsCommand.name} />
      </SelectionBar>
    </>
  )
}

type ColumnOptions = Pick<Props, 'figures' | 'held'> & {
  me: Actor
  hydrated: boolean
  isChoosing: boolean
  onEdit: (person: ListedUser) => void
}

function columnsFor({ me, figures, held, hydrated, isChoosing, onEdit }: ColumnOptions): Column<ListedUser>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      role: 'title',
      className: classes(rows.grows, style.who),
      cell: person => (
        <span className={rows.named}>
          {isChoosing ? (
            <PersonCell id={person.id} name={person.fullName} email={person.email} />
          ) : (
            <PersonLink id={person.id}>{person.fullName || <EmailText>{person.email}</EmailText>}</PersonLink>
          )}{' '}
          <StateBadges person={person} />
        </span>
      ),
    },
    {
      key: 'email',
      header: 'E-mail',
      bare: true,
      className: classes(rows.grows, style.address),
      // Not repeated if it is the row's name.
      cell: ({ email, fullName }) =>
        fullName && (
          <span className="breakable">
            <EmailText>{email}</EmailText>
          </span>
        ),
    },
    {
      key: 'organization',
      header: 'Organization',
      className: classes(rows.grows, rows.little),
      cell: ({ organization }) => organization || null,
    },
    {
      key: 'joined',
      header: 'Joined',
      cell: ({ joinedAt }) => (joinedAt ? <FormattedDate date={joinedAt} /> : 'Not yet'),
    },
    { key: 'holds', header: 'Holds', figures: true, className: style.holds, cell: ({ id }) => <Held of={held[id]} /> },
    {
      key: 'next',
      header: 'Next payment',
      figures: true,
      className: style.next,
      cell: ({ id }) => <NextPaid of={held[id]} />,
    },
    {
      key: 'seen',
      header: 'Last seen',
      cell: ({ id }) => {
        const seen = figures[id]?.lastSeen
        return seen ? <FormattedDate date={seen} /> : 'Never'
      },
    },
    {
      key: 'documents',
      header: 'Documents',
      figures: true,
      cell: ({ id }) => grouped(figures[id]?.documents ?? 0),
    },
    {
      key: 'actions',
      header: 'Actions',
      role: 'actions',
      cell: person => (
        <>
          {person.isGuest && (
            <PersonButton
              personId={person.id}
              command={acceptPersonCommand}
              name={`Accept ${person.fullName || person.email}`}
              variant="link"
            />
          )}
          <Button
            size="small"
            variant="link"
            disabled={!hydrated}
            onClick={() => onEdit(person)}
            aria-label={`Edit ${person.fullName || person.email}`}
          >
            Edit
          </Button>
          <PersonDocumentsLink me={me} person={{ id: person.id, email: person.email, fullName: person.fullName }}>
            Documents
          </PersonDocumentsLink>
        </>
      ),
    },
  ]
}
