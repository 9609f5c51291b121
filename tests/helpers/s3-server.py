"""
A real S3 server for tests: OpenStack Swift with its s3api, whose four servers run in this one process, and memcached.

Usage: python3 s3-server.py FOLDER PORT. Keeps everything in FOLDER, so that a start after it was killed finds it again. Prints a line
with its port once it answers (or "no attributes" where FOLDER's file system can't be used), and ends when its standard
input does, removing FOLDER, so that nothing outlives who started it.
"""

import array
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys

import eventlet
import eventlet.debug
from eventlet import wsgi

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

from swift.common import utils  # noqa: E402
from swift.common.ring.ring import RingData  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

folder, port = os.path.abspath(sys.argv[1]), int(sys.argv[2])

COMMON = """[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
log_level = WARNING
log_address = {folder}/no-syslog
# Others may use all of the machine for a while. A time-out would leave a file out of its bucket's list, because nothing
# here repairs that later.
conn_timeout = 30
node_timeout = 60
container_update_timeout = 60
recoverable_node_timeout = 60
fallocate_reserve = 0

"""

PROXY = """[pipeline:main]
pipeline = catch_errors gatekeeper cache bulk s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 30
node_timeout = 60

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:gatekeeper]
use = egg:swift#gatekeeper

[filter:bulk]
use = egg:swift#bulk

[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached}

[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin

[filter:s3api]
use = egg:swift#s3api
location = us-east-1
dns_compliant_bucket_names = false

[filter:slo]
use = egg:swift#slo
concurrency = 4
"""

BACKEND = """[pipeline:main]
pipeline = {kind}-server

[app:{kind}-server]
use = egg:swift#{kind}
"""


def write(name, text, **values):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text.format(folder=folder, **values))
    return path


def listen(number=0):
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.bind(('127.0.0.1', number))
    found.listen(1024)
    return found


def write_ring(name, number):
    """Everything is on one device."""
    device = {'id': 0, 'region': 1, 'zone': 1, 'weight': 1.0, 'device': 'disk', 'meta': ''}
    address = {'ip': '127.0.0.1', 'port': number, 'replication_ip': '127.0.0.1', 'replication_port': number}
    RingData([array.array('H', [0] * 2)], [{**device, **address}], 31).save(os.path.join(folder, f'{name}.ring.gz'))


def start_memcached():
    with listen() as free:
        number = free.getsockname()[1]
    end_with_us = lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # noqa: E731
    # As another user it would forget that it is to end with us.
    user = ['-u', 'root'] if os.getuid() == 0 else []
    command = ['memcached', '-l', '127.0.0.1', '-p', str(number), '-m', '16', *user]
    nothing = subprocess.DEVNULL
    subprocess.Popen(command, preexec_fn=end_with_us, stdin=nothing, stdout=nothing, stderr=nothing)
    return number


def serve(sock, path, name):
    app = loadapp(path, global_conf={'log_name': name})
    # As Swift's own run_server does: AWS's SDK wants the header "ETag", not "Etag".
    settings = {'protocol': SwiftHttpProtocol, 'capitalize_response_headers': False, 'socket_timeout': 60}
    pool = eventlet.GreenPool(1000)
    eventlet.spawn(wsgi.server, sock, app, utils.NullLogger(), custom_pool=pool, **settings)


disk = os.path.join(folder, 'disk')
os.makedirs(disk, exist_ok=True)
try:
    # Swift keeps what it knows of files in these, which memory file systems have since Linux 6.6.
    os.setxattr(disk, 'user.test', b'1')
except OSError:
    print('no attributes', flush=True)
    sys.exit()
write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n')
memcached = start_memcached()
sockets = {}
for kind in ('account', 'container', 'object'):
    sockets[kind] = listen()
    write_ring(kind, sockets[kind].getsockname()[1])
utils.set_swift_dir(folder)
for kind, sock in sockets.items():
    serve(sock, write(f'{kind}.conf', COMMON + BACKEND, kind=kind), kind)
public = listen(port)
serve(public, write('proxy.conf', COMMON + PROXY, memcached=memcached), 'proxy')
print(public.getsockname()[1], flush=True)
while True:
    eventlet.hubs.trampoline(0, read=True)
    if not os.read(0, 4096):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)
