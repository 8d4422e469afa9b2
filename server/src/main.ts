// The server as `npm start` runs it, whose supervisor prepares the database before and gives every setting.
import { inWords } from './commands/in-words.ts'
import { serve } from './commands/serve.ts'

process.exit(
  await inWords(async () => {
    await serve(process.env)
    return 0
  }),
)
