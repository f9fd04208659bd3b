"""same_tensors.py A B LIMIT: two safetensors files have the same tensors, and no two numbers differ by more than LIMIT."""
import json
import struct
import sys


def read(path):
    with open(path, "rb") as f:
        data = f.read()
    size, = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + size])
    header.pop("__metadata__")
    tensors = {}
    for name, t in header.items():
        begin, end = t["data_offsets"]
        code = {"F64": "d", "F32": "f"}[t["dtype"]]
        numbers = data[8 + size + begin:8 + size + end]
        tensors[name] = t["shape"], struct.unpack("<%d%s" % (len(numbers) // struct.calcsize(code), code), numbers)
    return tensors


a, b, limit = read(sys.argv[1]), read(sys.argv[2]), float(sys.argv[3])
if not a or a.keys() != b.keys():
    sys.exit("tensors that one of them does not have: %s" % sorted(a.keys() ^ b.keys()))
for name in a:
    (shape, x), (other_shape, y) = a[name], b[name]
    if shape != other_shape or len(x) != len(y):
        sys.exit("%s: %s and %s" % (name, shape, other_shape))
    for i in range(len(x)):
        if not abs(x[i] - y[i]) <= limit:
            sys.exit("%s[%d]: %.17g and %.17g" % (name, i, x[i], y[i]))
