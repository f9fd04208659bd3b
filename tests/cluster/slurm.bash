# shellcheck shell=bash disable=SC2154
# slurm.bash -- a Slurm cluster of four nodes that lives in the folder $work and ends with the process that starts it.
#
# A node is a slurmd in namespaces of its own for processes and for the host's name: to kill the first process of such a
# namespace kills all that runs on the node, as a power cut does. Root and nothing of the system's is needed: no
# systemd, no cgroups, no accounting, no user slurm. Functions fail with a line on stderr.

nodes=(node1 node2 node3 node4)
declare -A node_process

# What runs is told by slurm.conf(5). A requeued job waits for cred_expire before it starts again: 120 seconds unless
# told otherwise, 5 at least.
slurm_configure() {
    mkdir "$work/state"
    cat >"$work/slurm.conf" <<CONF
ClusterName=trial
SlurmctldHost=$(uname -n)(10.0.0.1)
SlurmctldPort=17000
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge.socket,cred_expire=5
StateSaveLocation=$work/state
SlurmctldPidFile=$work/slurmctld.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdSpoolDir=$work/%n
SlurmdPidFile=$work/%n.pid
SlurmdLogFile=$work/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_interval=1,batch_sched_delay=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
ReturnToService=2
SlurmdTimeout=5
MessageTimeout=5
KillWait=5
NodeName=node[1-4] NodeHostname=$(uname -n) NodeAddr=10.0.0.1 Port=[17001-17004] CPUs=1 RealMemory=1024
PartitionName=low Nodes=ALL Default=YES PriorityTier=1 MaxTime=60
PartitionName=high Nodes=ALL PriorityTier=10 PreemptMode=OFF MaxTime=60
CONF
    export SLURM_CONF=$work/slurm.conf
}

# until_true SECONDS COMMAND...
until_true() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.2
    done
}

node_start() {
    mkdir -p "$work/$1"
    # shellcheck disable=SC2016 # for the sh inside
    unshare --pid --fork --kill-child --mount-proc --uts sh -c 'hostname "$1" && exec slurmd -D -N "$1" -f "$2"' sh \
        "$1" "$SLURM_CONF" >>"$work/$1.out" 2>&1 &
    node_process[$1]=$!
}

# node_kill NODE: its power goes.
node_kill() {
    kill -KILL "${node_process[$1]}"
    wait "${node_process[$1]}" 2>/dev/null
}

# node_daemon NODE: the process number of its slurmd.
node_daemon() {
    ps -o pid= --ppid "${node_process[$1]}"
}

# programs_on NODE: the process numbers of poslab there, if any.
programs_on() {
    pgrep --ns "$(node_daemon "$1")" --nslist pid -x poslab
}

node_is() {
    [[ $(sinfo -h -N -n "$1" -o %T | head -n 1) =~ ^($2) ]]
}

cluster_is_idle() {
    [ "$(sinfo -h -N -p low -o %T | grep -c '^idle$')" = ${#nodes[@]} ]
}

cluster_start() {
    local node
    slurm_configure
    (umask 077 && head -c 128 /dev/urandom >"$work/munge.key")
    munged --foreground --key-file="$work/munge.key" --socket="$work/munge.socket" --pid-file="$work/munged.pid" \
        --log-file="$work/munged.log" --seed-file="$work/munge.seed" >"$work/munged.out" 2>&1 &
    until_true 10 test -S "$work/munge.socket" || { cat "$work/munged.out" >&2; return 1; }
    slurmctld -D -f "$SLURM_CONF" >"$work/slurmctld.out" 2>&1 &
    for node in "${nodes[@]}"; do node_start "$node"; done
    until_true 30 cluster_is_idle 2>/dev/null || { tail -n 5 "$work"/*.out >&2; return 1; }
}

# job_field JOB FIELD: what scontrol says of a job, for instance JobState.
job_field() {
    scontrol -o show job "$1" | grep -o " $2=[^ ]*" | head -n 1 | cut -d = -f 2
}

# running_on NODE: the task of an array that runs there, as ARRAY_TASK.
running_on() {
    squeue -h -t RUNNING -w "$1" -o %i | head -n 1
}

# just_begun NODE: what runs there does so for three seconds at most.
just_begun() {
    [[ $(squeue -h -t RUNNING -w "$1" -o %M) =~ ^0:0[0-3]$ ]]
}
