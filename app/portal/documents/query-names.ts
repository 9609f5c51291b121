import type { DocumentKind, DocumentSort, DocumentState } from '../../../rules/document-query.ts'

/** What fields call the kinds, states and orders of documents. */
export const kindNames: Record<DocumentKind, string> = {
  pdf: 'PDF',
  word: 'Word',
  picture: 'Picture',
  text: 'Text',
  model: 'STL model',
  link: 'Signing link',
}

export const stateNames: Record<DocumentState, string> = {
  requested: 'Delete requested',
  unrequested: 'No delete request',
  viewed: 'Viewed',
  unviewed: 'Not viewed yet',
}

export const sortNames: Record<DocumentSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  owner: 'Owner, A to Z',
  size: 'Largest first',
  views: 'Most viewed first',
}
