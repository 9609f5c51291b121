import { expect, test } from 'vitest'
import { shortened, written } from '../../scripts/route-list.ts'

test('a route in the browser’s list names only what its parents don’t load, and what it has, under its id', () => {
  const routes = {
    root: {
      id: 'root',
      hasLoader: false,
      hasErrorBoundary: true,
      imports: ['react.js', 'frame.js'],
      css: ['frame.css'],
    },
    portal: {
      id: 'portal',
      parentId: 'root',
      path: 'profile',
      hasLoader: true,
      imports: ['react.js', 'portal.js', 'frame.js'],
      css: ['portal.css', 'frame.css'],
    },
    notes: {
      id: 'notes',
      parentId: 'portal',
      path: 'notes',
      hasLoader: true,
      hasAction: false,
      module: 'notes.js',
      imports: ['react.js', 'portal.js', 'years.js', 'figures.js'],
      css: ['portal.css', 'figures.css'],
    },
    home: { id: 'home', parentId: 'root', index: true, imports: ['portal.js'], css: undefined },
  }
  expect(shortened(routes)).toEqual({
    root: { hasErrorBoundary: true, imports: ['frame.js', 'react.js'], css: ['frame.css'] },
    portal: {
      parentId: 'root',
      path: 'profile',
      hasLoader: true,
      imports: ['portal.js'],
      css: ['portal.css'],
    },
    notes: {
      parentId: 'portal',
      path: 'notes',
      hasLoader: true,
      module: 'notes.js',
      imports: ['figures.js', 'years.js'],
      css: ['figures.css'],
    },
    home: { parentId: 'root', index: true, imports: ['portal.js'] },
  })
})

test('the browser makes of the list what React Router wrote', () => {
  const files = { imports: [], css: [] }
  const list = {
    version: '1',
    routes: {
      root: {
        id: 'root',
        path: '',
        hasErrorBoundary: true,
        module: '/assets/root-AbCdEf1.js',
        imports: ['/assets/frame-AbCdEf1.js', '/assets/react-AbCdEf1.js'],
        css: ['/assets/frame-AbCdE1.css#'],
      },
      home: { id: 'home', parentId: 'root', index: true, module: '/assets/home-AbCdEf1.js', ...files },
      'office/list': { id: 'office/list', parentId: 'root', module: '/assets/list-_-bCdE1.js', ...files },
      table: {
        id: 'table',
        parentId: 'root',
        path: 'table.csv',
        hasLoader: true,
        module: '/assets/table-rows-AbCdEf1.js',
        ...files,
      },
    },
  }
  const browser: { __reactRouterManifest?: unknown } = {}
  new Function('window', written(list))(browser)
  expect(browser.__reactRouterManifest).toEqual(list)
  const elsewhere = { root: { id: 'root', module: '/other/root.js' } }
  expect(() => written({ routes: elsewhere })).toThrow('/other/root.js')
  const unknown = { root: { id: 'root', module: '/assets/root-AbCdEf1.js', hasMore: true } }
  expect(() => written({ routes: unknown })).toThrow('root has hasMore')
})
