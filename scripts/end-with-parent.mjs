// Ends this process when its parent dies: the shell between npm and the launcher may die of a signal without passing it on, and a launcher that is
// killed passes nothing on to npm.
const parent = process.ppid;
const watch = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watch);
  process.kill(process.pid, 'SIGTERM');
}, 500);
watch.unref();
