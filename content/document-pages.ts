import { requestDocuments } from './navigation.ts'
import type { NavigationLink } from './types.ts'

/** The pages about documents, for the links among them: each page's contents and audience. */
export const documentPages: (NavigationLink & { text: string })[] = [
  { label: 'Deck and summary', text: 'To read now, or to download.', to: '/documents' },
  { label: 'The deck alone', text: 'All its pages, one below the other.', to: '/pitch-deck' },
  {
    label: 'Documents on request',
    text: 'Agreement, note template and more, for accredited investors.',
    to: requestDocuments.to,
  },
  {
    label: 'Your own documents',
    text: 'Statements, notes and tax forms, once you’ve invested. You sign in.',
    to: '/profile',
  },
]
