"""What the manifests of the package and of its examples say, and the copy of its sources that is compiled."""
import json
import pathlib
import re

from toolchain import Failure, output, write

# Modules of Linux that are not there on Apple's platforms; `os(Linux)` is false anyway.
LINUX_ONLY = r"(FoundationNetworking|FoundationXML|Glibc|Musl|Bionic|Android)"
FOUNDATION = re.compile(
    r"^(\s*((?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?)import\s+Foundation)"
    r"(?=\s*(?://.*)?$)", re.M)
# Types that Apple's compiler bridges, in files that import a framework (see AppleBridging.swift).
FRAMEWORKS = re.compile(r"^[^/\n]*\bimport (Security|ImageIO|CoreGraphics|UIKit|AppKit|SwiftUI)\b", re.M)
BRIDGED = re.compile(r" as (CF(?:Dictionary|Array|Data|String|URL|Number)|String|Data|URL)\b(?![?.<])")
PATTERN = re.compile(r"\b(case|catch)\b")


class Target:
    def __init__(self, package, entry):
        self.name, self.kind = entry["name"], entry["type"]
        self.module = re.sub(r"\W", "_", self.name)
        default = ("Tests/" if self.kind == "test" else "Sources/") + self.name
        root = package.root / (entry.get("path") or default)
        if not root.is_dir(): raise Failure(f"no folder {root} for target {self.name}")
        self.folder = str(root.relative_to(package.base))
        excluded = [root / path for path in entry.get("exclude", [])]
        only = [root / path for path in entry.get("sources") or []]
        self.files = []
        for path in sorted(root.rglob("*")):
            if not path.is_file() or path.suffix not in {".swift", ".h", ".modulemap", ".c"}: continue
            if any(part.endswith(".docc") for part in path.relative_to(root).parts): continue
            if any(path == other or other in path.parents for other in excluded): continue
            if only and path.suffix == ".swift" and not any(p == path or p in path.parents for p in only): continue
            self.files.append(path.relative_to(package.base))
        self.swift = [path for path in self.files if path.suffix == ".swift"]
        self.headers = entry.get("publicHeadersPath") or "include"
        self.depends = [
            dependency[kind][0] for dependency in entry["dependencies"] for kind in ("byName", "target", "product")
            if kind in dependency and package.holds(dependency[kind][-1])
        ]
        self.flags = package.language(entry)

    @property
    def is_helper(self):
        """Of the tests: test targets, their helpers, probes."""
        return self.kind == "test" or self.folder.split("/")[0] == "Tests"

    @property
    def is_library(self):
        """A part of the library products, or of one of them."""
        return self.kind == "regular" and not self.is_helper and not self.folder.startswith(("MockServer/MockServerNIO", "MockServer/MockConsole"))

    @property
    def is_checked_by_default(self):
        """Libraries, and executables in Sources (the `market` command)."""
        if not self.swift or self.is_helper: return False
        return self.kind == "regular" or (self.kind == "executable" and self.folder.startswith("Sources/"))


class Package:
    def __init__(self, root, platform, base=None):
        self.root, self.platform, self.base = root, platform, base or root
        self.manifest = json.loads(output("swift", "package", "--ignore-lock", "dump-package", cwd=root))
        traits = {trait["name"]: trait["enabledTraits"] for trait in self.manifest.get("traits") or []}
        self.traits = set()
        todo = list(traits.get("default", []))
        while todo:
            trait = todo.pop()
            if trait not in self.traits: todo += traits.get(trait, [])
            self.traits.add(trait)
        self.targets = {
            entry["name"]: Target(self, entry) for entry in self.manifest["targets"]
            if entry["type"] in {"regular", "executable", "test"}
        }

    def add_examples(self):
        """Adds the packages in Examples that support the platform; returns the names of their targets but tests.

        They use products of this package, each of which is a target of the same name.
        """
        names = []
        for manifest in sorted(self.root.glob("Examples/*/Package.swift")):
            example = Package(manifest.parent, self.platform, self.root)
            if example.version() is None: continue
            if example.version() != self.version():
                raise Failure(f"{manifest.parent.name} needs another version of {self.platform}")
            names += [target.name for target in example.targets.values() if target.swift and not target.kind == "test"]
            self.targets.update(example.targets)
        return names

    def holds(self, condition):
        """Whether a manifest's condition is met on the platform with the default traits."""
        if not isinstance(condition, dict): return True
        platforms, traits = condition.get("platformNames") or [], condition.get("traits") or []
        if platforms and self.platform not in platforms: return False
        if traits and not self.traits & set(traits): return False
        return condition.get("config", "debug") == "debug"

    def version(self):
        """The platform's oldest version that the package supports; None when it does not say."""
        for platform in self.manifest["platforms"]:
            if platform["platformName"] == self.platform: return platform["version"]
        return None

    def language(self, entry):
        versions = self.manifest.get("swiftLanguageVersions") or [self.manifest["toolsVersion"]["_version"][0]]
        flags = ["-swift-version", versions[-1], "-package-name", re.sub(r"\W", "_", self.manifest["name"])]
        for define in ["SWIFT_PACKAGE", "DEBUG", *sorted(self.traits)]: flags += ["-D", define]
        for setting in entry["settings"]:
            if setting["tool"] != "swift" or not self.holds(setting.get("condition")): continue
            (kind, value), = setting["kind"].items()
            value = value.get("_0") if isinstance(value, dict) else value
            if kind == "enableUpcomingFeature": flags += ["-enable-upcoming-feature", value]
            if kind == "enableExperimentalFeature": flags += ["-enable-experimental-feature", value]
            if kind == "define": flags += ["-D", value]
            if kind == "swiftLanguageMode": flags[1] = str(value)
            if kind == "strictMemorySafety": flags.append("-strict-memory-safety")
            if kind == "defaultIsolation" and "MainActor" in json.dumps(setting["kind"]):
                flags += ["-default-isolation", "MainActor"]
        return flags

    def ordered(self, names):
        """`names` and what they depend on, dependencies first."""
        order = []

        def visit(name):
            target = self.targets.get(name)
            if target is None or target in order: return
            for other in target.depends: visit(other)
            order.append(target)

        for name in names:
            if name not in self.targets: raise Failure(f"the package has no target {name}")
            visit(name)
        return order


def copy_sources(target, root, copy):
    """Copies with the changes that stand for what Apple's compiler does; lines keep their numbers."""
    kept = set()
    for path in target.files:
        text = (root / path).read_text()
        if path.suffix == ".swift":
            text = adapted(text)
        elif path.suffix in {".h", ".c"}:
            text = text.replace("__linux__", "APPLE_CHECK_NEVER")
        write(copy / path, text)
        kept.add(copy / path)
    if not target.swift:
        include = copy / target.folder / target.headers
        umbrella = include / f"{target.module}.h"
        kind = f'umbrella header "{umbrella.name}"' if umbrella.exists() else 'umbrella "."'
        if not (root / target.folder / target.headers / "module.modulemap").exists():
            write(include / "module.modulemap", f"module {target.module} {{\n  {kind}\n  export *\n}}\n")
            kept.add(include / "module.modulemap")
    for path in (copy / target.folder).rglob("*"):
        if path.is_file() and path not in kept: path.unlink()


def adapted(text):
    text = re.sub(rf"canImport\({LINUX_ONLY}\)", "APPLE_CHECK_NEVER", text)
    text = re.sub(rf"^([^/\n]*\bimport ){LINUX_ONLY}\b", r"\1NotOnApple_\2", text, flags=re.M)
    if FRAMEWORKS.search(text):
        lines = text.split("\n")
        text = "\n".join(line if PATTERN.search(line) else BRIDGED.sub(r" ~~> \1.self", line) for line in lines)
    return FOUNDATION.sub(r"\1; \2import AppleBridging", text)


def add_dependencies(package, chain, build):
    """Relabels the modules of the dependencies that `swift build` made; returns flags for their C modules."""
    # Nothing is built, so another build need not end first.
    folder = build and (package.root / build).resolve() or pathlib.Path(
        output("swift", "build", "--ignore-lock", "--show-bin-path", cwd=package.root).strip())
    modules = sorted((folder / "Modules").glob("*.swiftmodule"))
    if not modules: raise Failure(f"nothing is built in {folder}: build the package first, with `--build-tests` to check tests")
    own = {target.module for target in package.targets.values()}
    for module in modules:
        name = module.name.removesuffix(".swiftmodule")
        if name not in own and not name.endswith(("PackageTests", "PackageDiscoveredTests")):
            chain.relabel(name, module)
    flags, seen = [], set()
    maps = [
        *folder.glob("*.build/module.modulemap"),
        *(folder.parent.parent / "checkouts").glob("*/Sources/*/module.modulemap"),
        *(folder.parent.parent / "checkouts").glob("*/Sources/*/include/module.modulemap"),
    ]
    for path in sorted(maps):
        match = re.search(r"^\s*(?:framework\s+)?module\s+(\w+)", path.read_text(), re.M)
        if match is None or match[1] in own | seen: continue
        seen.add(match[1])
        flags += ["-Xcc", f"-fmodule-map-file={path}"]
    return flags
