// Bundles the server and its packages into a few files, build/site, which load in a quarter of the time and memory of a
// thousand modules. The sources also run directly: for tests, commands and `npm run dev`.

import { build } from 'vite'

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  ssr: { noExternal: true, external: ['vite', 'pg-native'] },
  build: {
    ssr: true,
    target: 'node24',
    // As deep in the project as the modules that refer to files by relative paths.
    outDir: 'build/site',
    // Names and lines in the log's stack traces stay readable.
    minify: false,
    rolldownOptions: {
      input: {
        main: 'server/main.ts',
        'inspection-worker': 'app/file-checks/server/inspection-worker.ts',
        'pdf-thread': 'app/bulk-delivery/server/pdf/pdf-thread.ts',
        'pdf-text-worker': 'app/file-checks/server/pdf-text-worker.ts',
        'render-worker': 'server/pdf/render-worker.ts',
        'template-thread': 'app/signing/server/pdf/template-thread.ts',
      },
      output: { chunkFileNames: '[name]-[hash].js' },
    },
  },
})
