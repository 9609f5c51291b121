import {
  dismissAllMailCommand,
  dismissMailCommand,
  sendMailAgainCommand,
} from '../../../app/notifications/failed-mail.commands.ts'
import { administrators, everyone } from './actors.ts'
import { newMailFailure } from './office-doors.ts'
import { mark, type World } from './world.ts'

/** Pages of the portal lead visitors to the sign-in, and so do forms without scripts. */
const toSignIn = { anonymous: '302' }
const withDocument = async (world: World, path: string) => {
  await world.newDocument()
  return { path }
}
let columnChoices = 0

/** Today, the lists' files and columns, and e-mail that failed. */
export const officeAddresses = [
  {
    door: 'GET /profile/admin/today',
    gets: administrators('sees', '403', toSignIn),
    send: (world: World) => withDocument(world, '/profile/admin/today'),
  },
  {
    door: 'GET /profile/admin/find',
    gets: administrators('sees', '403', toSignIn),
    send: (world: World) => withDocument(world, `/profile/admin/find?q=${mark.slice(0, 4)}`),
  },
  {
    door: 'GET /profile/admin/system',
    gets: administrators('200', '403', toSignIn),
    send: () => ({ path: '/profile/admin/system' }),
  },
  {
    door: 'GET /profile/admin/mail',
    gets: administrators('sees', '403', toSignIn),
    send: async (world: World) => {
      await newMailFailure(world)
      return { path: '/profile/admin/mail' }
    },
  },
  ...[sendMailAgainCommand.name, dismissMailCommand.name, dismissAllMailCommand.name].map(intent => ({
    door: `POST /profile/admin/mail ${intent}`,
    gets: administrators('changes', '403', toSignIn),
    send: async (world: World) => ({
      path: '/profile/admin/mail.data',
      body: { intent, message: await newMailFailure(world) },
    }),
  })),
  {
    door: 'POST /profile/admin/documents files.mark_seen',
    // What it changes is what reading changes.
    gets: administrators('302', '403', toSignIn),
    send: () => ({ path: '/profile/admin/documents.data', body: { intent: 'files.mark_seen' } }),
  },
  {
    door: 'GET /profile/documents.csv',
    gets: administrators('sees', '403', toSignIn),
    send: (world: World) => withDocument(world, '/profile/documents.csv'),
  },
  {
    door: 'GET /profile/people.csv',
    gets: administrators('sees', '403', toSignIn),
    send: () => ({ path: '/profile/people.csv' }),
  },
  {
    door: 'GET /profile/inbox.csv',
    gets: administrators('sees', '403', toSignIn),
    send: () => ({ path: '/profile/inbox.csv' }),
  },
  { door: 'GET /profile/columns/:list', gets: everyone('302'), send: () => ({ path: '/profile/columns/people' }) },
  {
    door: 'POST /profile/columns/:list list.choose_columns',
    gets: administrators('changes', '403', toSignIn),
    send: () => ({
      path: '/profile/columns/people.data',
      body: { intent: 'list.choose_columns', columns: columnChoices++ % 2 ? 'email' : 'joined' },
    }),
  },
]
