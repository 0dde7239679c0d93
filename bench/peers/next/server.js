/** Starts the built application on PORT, as `next start` does. */
const { PORT } = process.env
process.env.NODE_ENV = 'production'
process.env.NEXTAUTH_URL = `http://127.0.0.1:${PORT}`
process.chdir(import.meta.dirname)
process.argv = [process.argv[0], 'next', 'start', '--port', PORT, '--hostname', '127.0.0.1']
await import('next/dist/bin/next')
