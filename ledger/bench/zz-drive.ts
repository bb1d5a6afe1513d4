import { spawn } from 'node:child_process'; import { once } from 'node:events'; import fs from 'node:fs';
import { EventStoreDBClient } from '@eventstore/db-client';
import { appendLanes } from './append-lanes.ts'; import { measure } from './measure.ts';
const dir = fs.mkdtempSync('/tmp/lab/prof-');
const child = spawn(process.execPath, ['--cpu-prof', `--cpu-prof-dir=${dir}`, 'ledger/bench/zz-prof.ts', dir+'/l.sqlite'], {stdio:['ignore','pipe','inherit']});
const [out] = await once(child.stdout!, 'data'); 
const c = EventStoreDBClient.connectionString(`esdb://127.0.0.1:${String(out).trim()}?tls=false`);
for (const n of [1,64,256]) { const t0=process.cpuUsage(); const m = await measure(appendLanes(c, n, 'r'+n), 4); const u=process.cpuUsage(t0); console.log(n, m, 'client cpu s', (u.user+u.system)/1e6); }
child.kill('SIGTERM'); await once(child,'exit');
const f = fs.readdirSync(dir).find(x=>x.endsWith('.cpuprofile'))!;
const p = JSON.parse(fs.readFileSync(dir+'/'+f,'utf8'));
const self = new Map<string,number>(); const byId = new Map(p.nodes.map((n:any)=>[n.id,n]));
let total=0; for (let i=0;i<p.samples.length;i++){ const n:any=byId.get(p.samples[i]); const dt=p.timeDeltas[i]; total+=dt; const k=`${n.callFrame.functionName||'(anon)'} ${n.callFrame.url.split('/').slice(-2).join('/')}:${n.callFrame.lineNumber}`; self.set(k,(self.get(k)??0)+dt);} 
for (const [k,v] of [...self].sort((a,b)=>b[1]-a[1]).slice(0,38)) console.log((v/total*100).toFixed(1)+'%', k);
process.exit(0);
